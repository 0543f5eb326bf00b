# Docker for the tests that need it: one that answers, else a daemon of our own for as long as they last. Where neither can
# be had they are skipped, with the reason; nothing here fails the run, or writes to standard output.

docker_log=
docker_id=

install_docker() {
  command -v dockerd && return
  command -v apt-get || return 1
  local apt=(timeout 300 apt-get --quiet --yes --option DPkg::Lock::Timeout=60)
  export DEBIAN_FRONTEND=noninteractive
  "${apt[@]}" update
  "${apt[@]}" install --no-install-recommends docker.io || return
  # for targets of compose files alone
  "${apt[@]}" install --no-install-recommends docker-compose || true
}

start_docker() {
  dockerd "$@" &
  docker_id=$!
  for _ in {1..120}; do
    docker info && return
    kill -0 "$docker_id" 2>/dev/null || break
    sleep 0.5
  done
  end_docker
  return 1
}

provide_docker() {
  docker_log=$(mktemp) || return 0
  {
    docker info || {
      [ "$(id -u)" -eq 0 ] && install_docker &&
        # where a machine is itself a container, it may neither filter packets nor stack file systems
        { docker info || start_docker || start_docker --iptables=false --storage-driver=vfs; }
    }
  } >"$docker_log" 2>&1 </dev/null || echo "Without Docker: $(tail -n 1 "$docker_log")" >&2
}

end_docker() {
  [ -n "$docker_id" ] || return 0
  kill "$docker_id"
  wait "$docker_id"
  docker_id=
} 2>/dev/null
