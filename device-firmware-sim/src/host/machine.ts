import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statfsSync } from 'node:fs';
import { cpus, freemem, hostname, networkInterfaces, release, totalmem, uptime, type as osType } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Clock } from '../hardware/clock.ts';
import type { Sensors } from '../hardware/sensors.ts';

export type Identity = { hostname: string; ip: string; mac: string; model: string; os: string; kernel: string };

const MODEL_FILES = ['/proc/device-tree/model', '/sys/devices/virtual/dmi/id/product_name'];
const NO_ADDRESS = { address: '0.0.0.0', mac: '00:00:00:00:00:00' };

export const UNKNOWN = 'unknown';

/** Properties that the machine does not tell are unknown. */
export function readIdentity(): Identity {
  const { address, mac } = firstAddress();
  return {
    hostname: hostname(),
    ip: address,
    mac,
    model: MODEL_FILES.map(plainTextOf).find((text) => text !== '') ?? UNKNOWN,
    os: /^PRETTY_NAME="?([^"\n]+)/m.exec(plainTextOf('/etc/os-release'))?.[1] ?? osType(),
    kernel: release(),
  };
}

function firstAddress(): { address: string; mac: string } {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const outside = addresses.filter(({ internal }) => !internal);
  return outside.find(({ family }) => family === 'IPv4') ?? outside[0] ?? NO_ADDRESS;
}

/** Without the zero byte that ends the texts of the device tree. */
function plainTextOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').replaceAll('\0', '').trim();
  } catch {
    return '';
  }
}

const THERMAL_FOLDER = '/sys/class/thermal';
const NOTHING_FREED = { freed_bytes: 0, removed_files: 0 };

type CpuTimes = { busy: number; total: number };

/**
 * The readings of this machine. Where it has no sensor, the temperature is 0.
 * @param folder the disk usage is that of its file system
 */
export function createHostSensors({ clock, folder }: { clock: Clock; folder: string }): Sensors {
  let before = cpuTimes();
  let cpuPercent = 0;

  /** Of the time since the last reading. */
  function readCpuPercent(): number {
    const now = cpuTimes();
    if (now.total > before.total) cpuPercent = (100 * (now.busy - before.busy)) / (now.total - before.total);
    before = now;
    return cpuPercent;
  }

  return {
    uptimeSeconds: () => Math.floor(uptime()),
    read: () => ({
      collected_at: clock.now(),
      cpu_usage_percent: tenths(readCpuPercent()),
      cpu_temperature: tenths(readCelsius()),
      memory_usage_percent: tenths(100 * (1 - availableMemory() / totalmem())),
      disk_usage_percent: tenths(diskPercent(folder)),
      uptime_seconds: Math.floor(uptime()),
    }),
    rebooted() {},
    unpacked() {},
    clearCache: () => NOTHING_FREED,
    clearLogs: () => NOTHING_FREED,
  };
}

function cpuTimes(): CpuTimes {
  let busy = 0;
  let total = 0;
  for (const { times } of cpus()) {
    const all = Object.values(times).reduce((sum, time) => sum + time, 0);
    busy += all - times.idle;
    total += all;
  }
  return { busy, total };
}

/** The first thermal zone that can be read: on a Raspberry Pi that of the processor. */
function readCelsius(): number {
  for (const zone of listed(THERMAL_FOLDER).filter((name) => name.startsWith('thermal_zone'))) {
    const thousandths = Number.parseInt(textOf(join(THERMAL_FOLDER, zone, 'temp')), 10);
    if (Number.isFinite(thousandths)) return thousandths / 1_000;
  }
  return 0;
}

/** Free memory with that of caches, which Linux gives back. */
function availableMemory(): number {
  const kilobytes = /^MemAvailable:\s+(\d+)/m.exec(textOf('/proc/meminfo'))?.[1];
  return kilobytes === undefined ? freemem() : Number(kilobytes) * 1_024;
}

function diskPercent(folder: string): number {
  const { blocks, bavail } = statfsSync(folder);
  return blocks === 0 ? 0 : 100 * (1 - bavail / blocks);
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

const tenths = (value: number): number => Math.round(Math.max(0, value) * 10) / 10;

/** Restarts this machine by systemd. Rejects with the reason where it does not. */
export async function rebootMachine(): Promise<void> {
  try {
    await promisify(execFile)('systemctl', ['reboot']);
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(stderr?.trim() || message, { cause: error });
  }
}
