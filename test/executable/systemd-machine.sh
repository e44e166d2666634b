#!/bin/bash
# A machine for systemd: boots it as process 1 of its own namespaces, on a copy-on-write view of this one's files, without a
# network. As root: unshare --mount --pid --net --uts --ipc --cgroup --fork bash systemd-machine.sh EXECUTABLE FOLDER
# Runs FOLDER/script (bash, as root) as a unit of it once it has booted, and ends with it; its output goes to FOLDER/output.
set -euo pipefail
executable=$1 folder=$2
mount --make-rprivate /
ip link set lo up
machine=$folder/machine
mkdir "$machine"
mount -t tmpfs tmpfs "$machine"
mkdir "$machine/upper" "$machine/work" "$machine/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$machine/upper,workdir=$machine/work" "$machine/root"
root=$machine/root
mount -t proc proc "$root/proc"
# Read-only, so that none of its units changes this kernel.
mount --bind -o ro "$root/proc/sys" "$root/proc/sys"
mount -t sysfs -o ro sysfs "$root/sys"
mount --rbind /dev "$root/dev"
for own in run tmp var/log var/backups; do mount -t tmpfs -o mode=755 tmpfs "$root/$own"; done
chmod 1777 "$root/tmp"
if [ -e /sys/fs/cgroup/cgroup.controllers ]; then
  mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
else
  mount -t tmpfs tmpfs "$root/sys/fs/cgroup"
  mkdir "$root/sys/fs/cgroup/systemd"
  mount -t cgroup -o none,name=systemd,xattr systemd "$root/sys/fs/cgroup/systemd"
fi
install -m 755 "$executable" "$root/usr/local/bin/urlwitness"
mkdir -p "$root/srv/shared"
mount --bind "$folder" "$root/srv/shared"
units=$root/etc/systemd/system
mkdir -p "$units"
rm -rf "${units:?}"/*
cat > "$units/script.service" <<UNIT
[Unit]
SuccessAction=exit
FailureAction=exit
[Service]
Type=oneshot
ExecStart=/bin/bash /srv/shared/script
StandardOutput=file:/srv/shared/output
StandardError=inherit
Environment=HOME=/root PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
UNIT
cat > "$units/boot.target" <<UNIT
[Unit]
Requires=sysinit.target
Wants=script.service
After=sysinit.target
UNIT
for unit in systemd-{udevd,udev-trigger,timesyncd,networkd,resolved,modules-load,binfmt,random-seed,sysctl,update-utmp}.service \
  {sys-kernel-debug,sys-kernel-tracing,sys-fs-fuse-connections,dev-hugepages,dev-mqueue}.mount proc-sys-fs-binfmt_misc.automount; do
  ln -s /dev/null "$units/$unit"
done
mkdir -p "$root/mnt"
mount -t tmpfs tmpfs "$root/mnt"
mkdir "$root/mnt/old"
cd "$root"
pivot_root . mnt/old
umount -l /mnt/old
# systemd expects shared mounts in a container.
mount --make-rshared /
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --system --log-target=null --show-status=0 --unit=boot.target
