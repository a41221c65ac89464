"""The cast of the journeys: the broker, providers, a browser, an app. Each starts and ends only its own."""
