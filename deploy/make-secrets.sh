#!/bin/sh
# The secrets of compose.yaml, in the folder 'secrets' beside this file. Run it as root, so that
# each can be read by the one container that needs it. What is there already is left as it is.
#   deploy/make-secrets.sh casino.example
set -eu
name=${1:?say under which name browsers reach the house}
folder=${SECRETS:-$(dirname "$0")/secrets}
umask 077
mkdir -p "$folder"

owned_by() { # file, user id in its container
    if [ "$(id -u)" = 0 ]; then chown "$2:$2" "$1"; else echo "$1: chown it to $2" >&2; fi
}
random() { # file, user id
    [ -e "$folder/$1" ] || openssl rand -hex 32 > "$folder/$1"
    owned_by "$folder/$1" "$2"
}

random house-key 10001
random database-password 10001
random grafana-password 472
[ -e "$folder/metrics-token" ] || : > "$folder/metrics-token" # filled in once the house is open
owned_by "$folder/metrics-token" 65534

if [ ! -e "$folder/tls-certificate.pem" ]; then # for a trial; put a real one in its place
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc -days 30 \
        -subj "/CN=$name" -addext "subjectAltName=DNS:$name" \
        -keyout "$folder/tls-key.pem" -out "$folder/tls-certificate.pem" 2> /dev/null
fi
owned_by "$folder/tls-certificate.pem" 33
owned_by "$folder/tls-key.pem" 33
