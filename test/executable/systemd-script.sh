# The steps of an operator with the printed unit, on the machine of systemd-machine.sh. Each line of output is NAME=VALUE.
set -u
settings=/etc/urlwitness.toml
unit=/etc/systemd/system/urlwitness.service

say() { printf '%s=%s\n' "$1" "$2"; }
status() { "${@:2}" >/dev/null 2>&1; say "$1" $?; }
shown() { say "$1" "$(systemctl show urlwitness -p "$2" --value)"; }
price() { say "$1" "$(wget --no-check-certificate -qO- "$2/v1/tools" | grep -o '"price_usd":"[^"]*"' | head -1 | cut -d'"' -f4)"; }
write() {
  printf 'data_dir = "/var/lib/urlwitness"\n%s\n[tools.probe_url]\nprice_usd = %s\n' "$1" "$2" >$settings
  chmod 600 $settings
}
serial() { say "$1" "$(openssl s_client -connect 127.0.0.1:443 </dev/null 2>/dev/null | openssl x509 -noout -serial)"; }
certificate() {
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30 -subj /CN=localhost \
    -keyout /etc/shop.key -out /etc/shop.pem 2>/dev/null
  chmod 600 /etc/shop.key
}

write '' '"0.011"'
urlwitness systemd --config $settings >$unit
systemctl daemon-reload
# The first response comes without a wait: the unit is started when the service is ready.
status start systemctl start urlwitness
price price_at_start http://127.0.0.1:8402
shown user_is_made_up DynamicUser
status status urlwitness status --config $settings

write '' '"0.012"'
status reload systemctl reload urlwitness
for _ in $(seq 50); do
  found=$(price price_after_reload http://127.0.0.1:8402)
  [ "$found" = price_after_reload=0.012 ] && break
  sleep 0.1
done
echo "$found"
shown pid_after_reload MainPID
# What a browser that has broken out can do: everything that the user of the service can, in its view of the files.
as_service() {
  local main
  main=$(systemctl show urlwitness -p MainPID --value)
  nsenter -t "$main" -m setpriv --reuid "$(stat -c %u "/proc/$main")" --clear-groups "$@"
}
status service_reads_settings as_service cat /run/urlwitness-files/urlwitness.toml
status service_links_settings as_service ln -sf /etc/passwd /run/urlwitness-files/urlwitness.toml
status service_makes_files as_service touch /run/urlwitness-files/key.pem
status service_enters_folder_of_root as_service ls /run/urlwitness/
status neighbour_reads_settings setpriv --reuid 65534 --clear-groups cat /run/urlwitness/files/urlwitness.toml
write '' '0.013'
status broken_reload systemctl reload urlwitness
shown pid_after_broken_reload MainPID
price price_after_broken_reload http://127.0.0.1:8402
say reason_in_journal "$(journalctl -u urlwitness -o cat | grep -c 'tools.probe_url.price_usd = 0.013')"

# Crashes are restarted; wrong settings are not.
write '' '"0.012"'
systemctl kill -s KILL urlwitness
for _ in $(seq 100); do
  [ "$(systemctl show urlwitness -p NRestarts --value)/$(systemctl is-active urlwitness)" = 1/active ] && break
  sleep 0.1
done
shown restarts_after_kill NRestarts
write '' '0.013'
status restart_with_wrong_settings systemctl restart urlwitness
sleep 3
shown state_with_wrong_settings ActiveState
shown status_with_wrong_settings ExecMainStatus
shown restarts_with_wrong_settings NRestarts
write '' '"0.012"'
systemctl reset-failed urlwitness
status start_again systemctl start urlwitness

urlwitness systemd --config $settings --backups /var/backups/urlwitness | csplit -s -f /tmp/part - '/^# Save this part/' '{*}'
cp /tmp/part01 /etc/systemd/system/urlwitness-backup.service
cp /tmp/part02 /etc/systemd/system/urlwitness-backup.timer
systemctl daemon-reload
status timer systemctl enable --now urlwitness-backup.timer
status backup systemctl start urlwitness-backup.service
say backups "$(find /var/backups/urlwitness -name 'urlwitness-*.sqlite' | wc -l)"
status archive urlwitness ledger archive --before 1d --config $settings
status stop systemctl stop urlwitness
shown result_of_stop Result

# TLS on port 443 and a secret, in files that only root reads.
certificate
printf 'https://rpc.example.com/secret' >/etc/shop-rpc
chmod 600 /etc/shop-rpc
write 'listen = "127.0.0.1:443"
base_url = "https://localhost"
tls.cert_file = "/etc/shop.pem"
tls.key_file = "/etc/shop.key"' '"0.014"'
URLWITNESS_RPC_URL_FILE=/etc/shop-rpc urlwitness systemd --config $settings >$unit
systemctl daemon-reload
status start_with_tls systemctl start urlwitness
price price_with_tls https://localhost
serial certificate_before
certificate
status reload_with_tls systemctl reload urlwitness
sleep 1
serial certificate_after
say secret_in_environment "$(tr '\0' '\n' </proc/"$(systemctl show urlwitness -p MainPID --value)"/environ | grep -c secret)"
status stop_with_tls systemctl stop urlwitness

# The Debian package, where dpkg knows what is installed.
rm $unit /usr/local/bin/urlwitness
systemctl daemon-reload
status package_install dpkg -i /srv/shared/*.deb
write '' '"0.015"'
status package_start systemctl enable --now urlwitness
price package_price http://127.0.0.1:8402
pid=$(systemctl show urlwitness -p MainPID --value)
status package_upgrade dpkg -i /srv/shared/*.deb
say package_restarted "$([ "$pid" != "$(systemctl show urlwitness -p MainPID --value)" ] && systemctl is-active urlwitness)"
status package_purge dpkg -P urlwitness
say package_state "$(systemctl is-active urlwitness)"
say package_files "$(find /usr/bin /usr/lib/systemd /usr/share/man /etc/systemd/system -name urlwitness -o -name 'urlwitness.*' | wc -l)"
say package_keeps "$(ls $settings /var/lib/urlwitness/urlwitness.sqlite 2>/dev/null | wc -l)"
say end reached
