import { z } from 'zod';
import { serialSchema, type Serial } from '@belfry/schemas/domain/serial';
import { inputMessageSchema, receiptMessageSchema } from '@belfry/schemas/mqtt/messages';
import { appendReceipt, memorySchema, type Stored } from '../hardware/flash.ts';
import { Journal, type Measurement } from '../hardware/journal.ts';
import { createInputJournal, type InputChange } from '../hardware/input-journal.ts';
import { createReceiptJournal, type Receipt } from '../hardware/receipt-journal.ts';
import { base64Of, bytesOfBase64 } from '../lib/base64.ts';

const receiptSchema = receiptMessageSchema.omit({ seq: true });
const inputSchema = inputMessageSchema.omit({ seq: true });

/** A snapshot of an earlier version has no announcements. */
const recordsSchema = z.object({
  last_seq: z.int().min(0),
  journal: z.base64(),
  last_receipt_seq: z.int().min(0).default(0),
  receipts: z.array(receiptSchema).default([]),
  last_input_seq: z.int().min(0).default(0),
  inputs: z.array(inputSchema).default([]),
  runs: z.array(z.tuple([z.string(), z.object({ at: z.number(), ended: z.boolean() })])).default([]),
  audio: z.array(z.tuple([z.string(), z.int()])).default([]),
});

const snapshotSchema = z.object({
  format: z.literal(1),
  devices: z.record(serialSchema, memorySchema.extend(recordsSchema.shape)),
});

/** A receipt, a change of an input, or a measurement in the order of `formatLine`, after the snapshot. */
const receiptLineSchema = z.tuple([serialSchema, z.int(), receiptSchema]);
const inputLineSchema = z.tuple([serialSchema, z.int(), inputSchema]);
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
  const entries = [...devices].map(([serial, state]) => [serial, formatStored(state)] as const);
  return JSON.stringify({ format: 1, devices: Object.fromEntries(entries) });
}

const formatStored = ({
  memory,
  journal,
  receipts,
  inputs,
  runs,
  audio,
}: Stored): z.input<typeof snapshotSchema>['devices'][string] => ({
  ...memory,
  last_seq: journal.lastSeq,
  journal: base64Of(journal.toBytes()),
  last_receipt_seq: receipts.lastSeq,
  receipts: [...receipts.toArray()],
  last_input_seq: inputs.lastSeq,
  inputs: [...inputs.toArray()],
  runs: [...runs],
  audio: [...audio],
});

/** Throws for an invalid snapshot. */
export function parseSnapshot(text: string): Map<Serial, Stored> {
  const { devices } = snapshotSchema.parse(JSON.parse(text));
  return new Map(Object.entries(devices).map(([serial, state]) => [serial, parseStored(state)]));
}

function parseStored(state: z.output<typeof snapshotSchema>['devices'][string]): Stored {
  const { last_seq, journal, last_receipt_seq, receipts, last_input_seq, inputs, runs, audio, ...memory } = state;
  return {
    memory,
    journal: Journal.fromBytes(last_seq, bytesOfBase64(journal)),
    receipts: createReceiptJournal(last_receipt_seq, receipts),
    inputs: createInputJournal(last_input_seq, inputs),
    runs: new Map(runs),
    audio: new Map(audio),
  };
}

export const formatRecordLine = (serial: Serial, seq: number, record: Receipt | InputChange): string =>
  `${JSON.stringify([serial, seq, record])}\n`;

export function formatLine(serial: Serial, seq: number, measurement: Measurement): string {
  const { collected_at, cpu_usage_percent, cpu_temperature, memory_usage_percent } = measurement;
  const { disk_usage_percent, uptime_seconds } = measurement;
  const readings = [cpu_usage_percent, cpu_temperature, memory_usage_percent, disk_usage_percent];
  return `${JSON.stringify([serial, seq, collected_at, ...readings, uptime_seconds])}\n`;
}

/** Appends the lines that a journal does not contain yet; older lines and an incomplete last line are skipped. */
export function replayLines(text: string, devices: ReadonlyMap<Serial, Stored>): void {
  for (const line of text.split('\n')) {
    const json = parseJson(line);
    const receipt = receiptLineSchema.safeParse(json);
    const input = inputLineSchema.safeParse(json);
    if (receipt.success) replayReceipt(receipt.data, devices);
    else if (input.success) replayInput(input.data, devices);
    else replayMeasurement(parseLine(json), devices);
  }
}

function replayReceipt(
  [serial, seq, receipt]: z.output<typeof receiptLineSchema>,
  devices: ReadonlyMap<Serial, Stored>,
): void {
  const state = devices.get(serial);
  if (!state || seq <= state.receipts.lastSeq) return;
  if (seq > state.receipts.lastSeq + 1) state.receipts.acknowledge(seq - 1);
  appendReceipt(state, receipt);
}

function replayInput(
  [serial, seq, change]: z.output<typeof inputLineSchema>,
  devices: ReadonlyMap<Serial, Stored>,
): void {
  const inputs = devices.get(serial)?.inputs;
  if (!inputs || seq <= inputs.lastSeq) return;
  if (seq > inputs.lastSeq + 1) inputs.acknowledge(seq - 1);
  inputs.append(change);
}

function replayMeasurement(parsed: ReturnType<typeof parseLine>, devices: ReadonlyMap<Serial, Stored>): void {
  const journal = parsed && devices.get(parsed.serial)?.journal;
  if (!journal || parsed.seq <= journal.lastSeq) return;
  // A sequence number that was set by the server leaves a gap.
  if (parsed.seq > journal.lastSeq + 1) journal.acknowledge(parsed.seq - 1);
  journal.append(parsed.measurement);
}

function parseLine(json: unknown): { serial: Serial; seq: number; measurement: Measurement } | null {
  const line = lineSchema.safeParse(json);
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
