import { z } from 'zod';
import { serialSchema, type Serial } from '@belfry/schemas/domain/serial';
import { memorySchema, type Memory } from '../hardware/flash.ts';
import { Journal, type Measurement } from '../hardware/journal.ts';

/** The content of the flash of one device. */
export type Stored = { memory: Memory; journal: Journal };

/** A snapshot of the memory and journal of every device. */
const snapshotSchema = z.object({
  format: z.literal(1),
  devices: z.record(serialSchema, memorySchema.extend({ last_seq: z.int().min(0), journal: z.base64() })),
});

/** A measurement after the snapshot, in the order of `formatLine`. */
const lineSchema = z.tuple([
  serialSchema,
  z.int(),
  z.number(),
  z.number(),
  z.number(),
  z.number(),
  z.number(),
  z.int(),
]);

export function formatSnapshot(devices: ReadonlyMap<Serial, Stored>): string {
  const entries = [...devices].map(([serial, { memory, journal }]) => {
    const stored = { ...memory, last_seq: journal.lastSeq, journal: journal.toBytes().toString('base64') };
    return [serial, stored] as const;
  });
  return JSON.stringify({ format: 1, devices: Object.fromEntries(entries) });
}

/** Throws for an invalid snapshot. */
export function parseSnapshot(text: string): Map<Serial, Stored> {
  const { devices } = snapshotSchema.parse(JSON.parse(text));
  return new Map(
    Object.entries(devices).map(([serial, { last_seq, journal, ...memory }]) => {
      return [serial, { memory, journal: Journal.fromBytes(last_seq, Buffer.from(journal, 'base64')) }];
    }),
  );
}

export function formatLine(serial: Serial, seq: number, measurement: Measurement): string {
  const { collected_at, cpu_usage_percent, cpu_temperature, memory_usage_percent } = measurement;
  const { disk_usage_percent, uptime_seconds } = measurement;
  const readings = [cpu_usage_percent, cpu_temperature, memory_usage_percent, disk_usage_percent];
  return `${JSON.stringify([serial, seq, collected_at, ...readings, uptime_seconds])}\n`;
}

/** Appends the lines that a journal does not contain yet; older lines and an incomplete last line are skipped. */
export function replayLines(text: string, devices: ReadonlyMap<Serial, Stored>): void {
  for (const line of text.split('\n')) {
    const parsed = parseLine(line);
    const journal = parsed && devices.get(parsed.serial)?.journal;
    if (!journal || parsed.seq <= journal.lastSeq) continue;
    // A sequence number that was set by the server leaves a gap.
    if (parsed.seq > journal.lastSeq + 1) journal.acknowledge(parsed.seq - 1);
    journal.append(parsed.measurement);
  }
}

function parseLine(text: string): { serial: Serial; seq: number; measurement: Measurement } | null {
  const line = lineSchema.safeParse(parseJson(text));
  if (!line.success) return null;
  const [serial, seq, collected_at, cpu, temperature, memory, disk, uptime_seconds] = line.data;
  const measurement: Measurement = {
    collected_at,
    cpu_usage_percent: cpu,
    cpu_temperature: temperature,
    memory_usage_percent: memory,
    disk_usage_percent: disk,
    uptime_seconds,
  };
  return { serial, seq, measurement };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
