import {
  ADDRESSED_PRIORITIES,
  HEALTH_KINDS,
  type RtpCodec,
  RTP_DEFAULTS,
  speakerTransportSchema,
  type RtpTransport,
  type SpeakerTransport,
} from '@belfry/schemas/domain/network-speakers';
import { SPEAKER_PRESETS, type SpeakerPresetName } from '@belfry/schemas/domain/network-speaker-presets';

/** L16 is two choices, by its rate. */
export const CODEC_CHOICES = ['PCMU', 'PCMA', 'G722', 'L16', 'L16_48'] as const;
export type CodecChoice = (typeof CODEC_CHOICES)[number];
export const HEALTH_CHOICES = ['none', ...HEALTH_KINDS] as const;
type HealthChoice = (typeof HEALTH_CHOICES)[number];

/** How sound gets to a loudspeaker, as people type it: an address with its port, `239.1.2.3:50000`. */
export type TransportValues = {
  /** Of a media player of Home Assistant; null: it hears RTP. */
  entity: string | null;
  address: string;
  codec: CodecChoice;
  ttl: number;
  lead_ms: number;
  tail_ms: number;
  priorities: Record<(typeof ADDRESSED_PRIORITIES)[number], string>;
  health: HealthChoice;
  health_address: string;
};

const NO_PRIORITIES = { scheduled: '', say_now: '', emergency: '' };
export const EMPTY_TRANSPORT: TransportValues = {
  entity: null,
  address: '',
  codec: 'G722',
  ttl: RTP_DEFAULTS.ttl,
  lead_ms: RTP_DEFAULTS.lead_ms,
  tail_ms: RTP_DEFAULTS.tail_ms,
  priorities: NO_PRIORITIES,
  health: 'none',
  health_address: '',
};

const join = ({ address, port }: { address: string; port: number }): string => `${address}:${port}`;
export const addressText = (transport: SpeakerTransport): string =>
  transport.kind === 'rtp' ? join(transport) : transport.entity;

function split(typed: string): { address: string; port: number } {
  const [address = '', port = ''] = typed.trim().split(':');
  return { address, port: /^\d+$/.test(port) ? Number(port) : Number.NaN };
}

type Addresses = NonNullable<RtpTransport['priority_addresses']>;
const prioritiesOf = (addresses: Addresses = {}): TransportValues['priorities'] => {
  const typed = { ...NO_PRIORITIES };
  for (const priority of ADDRESSED_PRIORITIES) {
    const destination = addresses[priority];
    if (destination) typed[priority] = join(destination);
  }
  return typed;
};

export function presetValues(
  name: SpeakerPresetName,
): Pick<TransportValues, 'entity' | 'address' | 'codec' | 'priorities'> {
  const { transport } = SPEAKER_PRESETS[name];
  return {
    entity: null,
    address: join(transport),
    codec: transport.codec,
    priorities: prioritiesOf(transport.priority_addresses),
  };
}

export function valuesOf(transport: SpeakerTransport): TransportValues {
  if (transport.kind !== 'rtp') return { ...EMPTY_TRANSPORT, entity: transport.entity };
  const { codec, rate, health, ttl, lead_ms, tail_ms, priority_addresses } = transport;
  return {
    entity: null,
    address: join(transport),
    codec: codec === 'L16' && rate === 48_000 ? 'L16_48' : codec,
    ttl: ttl ?? RTP_DEFAULTS.ttl,
    lead_ms: lead_ms ?? RTP_DEFAULTS.lead_ms,
    tail_ms: tail_ms ?? RTP_DEFAULTS.tail_ms,
    priorities: prioritiesOf(priority_addresses),
    health: health?.kind ?? 'none',
    health_address: health?.address ?? '',
  };
}

const codecOf = (choice: CodecChoice): { codec: RtpCodec; rate?: 48_000 } =>
  choice === 'L16_48' ? { codec: 'L16', rate: 48_000 } : { codec: choice };

export type TransportProblem = 'address' | 'more';
type Read = { transport: SpeakerTransport } | { problem: TransportProblem };

/** The transport that was typed, or where something is wrong. */
export function transportOf(values: TransportValues): Read {
  if (values.entity !== null) {
    const { data } = speakerTransportSchema.safeParse({ kind: 'media_player', entity: values.entity });
    return data ? { transport: data } : { problem: 'address' };
  }
  const given = ADDRESSED_PRIORITIES.filter((priority) => values.priorities[priority].trim() !== '');
  const { data, error } = speakerTransportSchema.safeParse({
    kind: 'rtp',
    ...split(values.address),
    ...codecOf(values.codec),
    ttl: values.ttl,
    lead_ms: values.lead_ms,
    tail_ms: values.tail_ms,
    ...(given.length > 0 && {
      priority_addresses: Object.fromEntries(given.map((priority) => [priority, split(values.priorities[priority])])),
    }),
    ...(values.health !== 'none' && { health: { kind: values.health, address: values.health_address } }),
  });
  if (data) return { transport: data };
  const isOfAddress = error.issues.some(({ path: [field] }) => field === 'address' || field === 'port');
  return { problem: isOfAddress ? 'address' : 'more' };
}
