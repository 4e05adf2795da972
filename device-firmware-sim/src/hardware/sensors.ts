import type { Behaviour } from '../fleet/device-profiles.ts';
import type { Clock } from './clock.ts';
import type { Measurement } from './journal.ts';
import type { Random } from './random.ts';

type Load = {
  playing: number;
  busy: boolean;
};

const THERMAL_INERTIA_MS = 90_000;
const CELSIUS_PER_CPU_PERCENT = 0.42;
const BOARD_ABOVE_AMBIENT_CELSIUS = 14;
const CPU_PERCENT_PER_CHANNEL = 9;
const CPU_PERCENT_OF_COMMAND = 48;
/** Memory growth that only a restart or clearing the cache reverses, in percent of the memory per hour. */
const MEMORY_GROWTH_PER_HOUR = 0.4;
const MEMORY_GROWTH_MAX = 22;

export type Sensors = ReturnType<typeof createSensors>;

export function createSensors(deps: { clock: Clock; random: Random; behaviour: Behaviour; bootedAt: () => number }) {
  const { clock, random, behaviour, bootedAt } = deps;
  let cpu = behaviour.idleCpuPercent;
  let temperature = celsiusAt(cpu, behaviour);
  let memoryGrowth = Math.min(MEMORY_GROWTH_MAX, (uptimeSeconds() / 3_600) * MEMORY_GROWTH_PER_HOUR);
  const storage = createStorageUse(random);
  let readAt = clock.monotonic();
  let load: Load = { playing: 0, busy: false };

  function uptimeSeconds(): number {
    return Math.max(0, Math.floor((clock.now() - bootedAt()) / 1_000));
  }

  function advance(now: Load): void {
    const elapsedMs = clock.monotonic() - readAt;
    readAt = clock.monotonic();
    load = now;
    const spike = random.chance(0.03) ? random.between(8, 30) : 0;
    cpu += (cpuPercentUnder(load, behaviour) - cpu) * 0.6 + random.between(-2.5, 2.5) + spike;
    cpu = clamp(cpu, 0.5, 100);
    const share = 1 - Math.exp(-elapsedMs / THERMAL_INERTIA_MS);
    temperature += (celsiusAt(cpu, behaviour) - temperature) * share + random.between(-0.1, 0.1);
    const seconds = elapsedMs / 1_000;
    memoryGrowth = grown(memoryGrowth, seconds, random);
    storage.advance(seconds, load.playing);
  }

  const memoryPercent = (): number =>
    behaviour.idleMemoryPercent + memoryGrowth + load.playing * 2.5 + (load.busy ? 6 : 0) + random.between(-0.4, 0.4);
  const diskPercent = (): number => behaviour.diskUsedPercent + (storage.bytes() / behaviour.diskBytes) * 100;

  return {
    uptimeSeconds,
    /** Measures; percentages and °C in tenths. */
    read(now: Load): Measurement {
      advance(now);
      return {
        collected_at: clock.now(),
        cpu_usage_percent: tenths(cpu, 0, 100),
        cpu_temperature: tenths(temperature, -40, 120),
        memory_usage_percent: tenths(memoryPercent(), 0, 100),
        disk_usage_percent: tenths(diskPercent(), 0, 100),
        uptime_seconds: uptimeSeconds(),
      };
    },
    /** After a restart the CPU load is high and the memory growth is reset. */
    rebooted(): void {
      cpu = 65;
      memoryGrowth = 0;
    },
    unpacked: (bytes: number): void => storage.unpacked(bytes),
    clearCache(): Freed {
      memoryGrowth *= 0.4;
      return storage.clearCache();
    },
    clearLogs: (): Freed => storage.clearLogs(),
  };
}

/** The memory growth after further seconds, in percent of the memory. */
const grown = (memoryGrowth: number, seconds: number, random: Random): number =>
  Math.min(MEMORY_GROWTH_MAX, memoryGrowth + (seconds / 3_600) * MEMORY_GROWTH_PER_HOUR * random.between(0.5, 1.5));

const cpuPercentUnder = ({ playing, busy }: Load, { idleCpuPercent }: Behaviour): number =>
  idleCpuPercent + playing * CPU_PERCENT_PER_CHANNEL + (busy ? CPU_PERCENT_OF_COMMAND : 0);

const celsiusAt = (cpuPercent: number, { ambientCelsius }: Behaviour): number =>
  ambientCelsius + BOARD_ABOVE_AMBIENT_CELSIUS + cpuPercent * CELSIUS_PER_CPU_PERCENT;

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
const tenths = (value: number, low: number, high: number): number => Math.round(clamp(value, low, high) * 10) / 10;

type Freed = { freed_bytes: number; removed_files: number };

const CACHE_BYTES_PER_SECOND_PLAYING = 16_000;
const LOG_BYTES_PER_SECOND = 350;
const CACHE_MAX_BYTES = 900_000_000;
const LOG_MAX_BYTES = 400_000_000;
const CACHE_FILE_BYTES = 240_000;
const LOG_FILE_BYTES = 1_000_000;

function createStorageUse(random: Random) {
  let cacheBytes = random.between(0.05, 0.6) * CACHE_MAX_BYTES;
  let logBytes = random.between(0.05, 0.5) * LOG_MAX_BYTES;
  let packageBytes = 0;

  return {
    bytes: (): number => cacheBytes + logBytes + packageBytes,
    advance(seconds: number, playing: number): void {
      cacheBytes = Math.min(CACHE_MAX_BYTES, cacheBytes + seconds * playing * CACHE_BYTES_PER_SECOND_PLAYING);
      logBytes = Math.min(LOG_MAX_BYTES, logBytes + seconds * LOG_BYTES_PER_SECOND);
    },
    unpacked(bytes: number): void {
      packageBytes = bytes;
    },
    clearCache(): Freed {
      const result = freed(cacheBytes, CACHE_FILE_BYTES);
      cacheBytes = 0;
      return result;
    },
    clearLogs(): Freed {
      const result = freed(logBytes, LOG_FILE_BYTES);
      logBytes = 0;
      return result;
    },
  };
}

const freed = (bytes: number, fileBytes: number): Freed => ({
  freed_bytes: Math.round(bytes),
  removed_files: Math.ceil(bytes / fileBytes),
});

type LoadSources = { players: { playing(): number }; work: { running: string | null } };

export const currentLoad = ({ players, work }: LoadSources): Load => ({
  playing: players.playing(),
  busy: work.running !== null,
});
