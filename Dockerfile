# Homing in a container that holds the binary, the libraries that it loads, certificates, and nothing else.
#   docker build -t homing .
#   docker run --read-only --cap-drop ALL -p 127.0.0.1:8080:8080 \
#     -v /etc/homing:/etc/homing:ro -v homing:/var/lib/homing homing
# Any image of Debian 12 with the Swift toolchain will do as the base.
ARG SWIFT_IMAGE=swift:6.3-bookworm

FROM ${SWIFT_IMAGE} AS build
WORKDIR /src
COPY . .
RUN .ci/setup --demo \
 && apt-get update && apt-get install -y --no-install-recommends ca-certificates \
 && swift build -c release --static-swift-stdlib --product homing \
 && strip .build/release/homing \
 && .ci/closure .build/release/homing /closure \
 && chown -R 65532:65532 /closure/var/lib/homing

FROM scratch
LABEL org.opencontainers.image.title="Homing" \
      org.opencontainers.image.description="Brings people who sign in with a browser back into the app that asked"
COPY --from=build /closure/ /
USER 65532:65532
WORKDIR /etc/homing
VOLUME /var/lib/homing
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=4s --start-period=5s --retries=3 \
    CMD ["/usr/local/bin/homing", "health", "--config", "/etc/homing/homing.json5"]
ENTRYPOINT ["/usr/local/bin/homing"]
CMD ["serve", "--config", "/etc/homing/homing.json5"]
