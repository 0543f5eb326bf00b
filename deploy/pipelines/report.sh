#!/bin/sh
# report.sh FOLDER FORMATS HISTORY NAME
# Writes the reports of the run in FOLDER, and keeps its result as NAME in HISTORY with the last 40 results.
# FORMATS are separated by commas. Without HISTORY, nothing is kept. The exit codes are those of "selo report".
set -eu
folder=$1 formats=$2 history=$3 name=$4
selo="$(dirname -- "$0")/selo.mjs"

result=
for file in "$folder"/*/result.json; do
  if [ -f "$file" ]; then result=$file; fi
done
if [ -z "$result" ]; then
  echo 'The run left no result. Exit code 3 says that the target could not be judged, 2 wrong usage or a fault of Selo.'
  exit 0
fi

set -- report "$result" "--format=$formats" "--out=$folder"
case ,$(printf %s "$formats" | tr -d '[:space:]'), in
  *,html,*) if [ -d "$history" ]; then set -- "$@" "--history=$history"; fi ;;
esac
node "$selo" "$@"

# a run that was killed has a report but is not added to the history
if [ -n "$history" ] && [ -f "$folder/latest.json" ]; then
  mkdir -p -- "$history"
  cp -- "$folder/latest.json" "$history/selo-$name.json"
  cd -- "$history"
  ls -t selo-*.json | tail -n +41 | while IFS= read -r old; do rm -f -- "$old"; done
fi
