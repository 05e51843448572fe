#!/bin/sh
# Secrets come as files; the house takes the key, and libpq the password, from the environment.
# A key in the environment is accepted at the first start, where a file of unknown origin is not.
set -eu
secrets=${SECRETS:-/run/secrets}
if [ -e "$secrets/house-key" ]; then
    CROUPIER_KEY=$(cat "$secrets/house-key")
    export CROUPIER_KEY
fi
if [ -e "$secrets/database-password" ]; then
    PGPASSWORD=$(cat "$secrets/database-password")
    export PGPASSWORD
fi
exec croupier "$@"
