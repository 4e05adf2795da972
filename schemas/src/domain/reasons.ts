import { z } from 'zod';

/**
 * Why an announcement is not heard as planned: the code of each reason, and its English text, in which parameters stand in
 * braces. Receipts carry the text alone; answers of the api carry the code and the parameters beside it, see ANN-16.
 */
const TEXTS = {
  // Reported by devices.
  sent: 'sent',
  expired: 'expired',
  stopped: 'stopped',
  quiet_hours: 'quiet hours',
  clock: 'the clock of the device is off',
  late: 'could not start on time',
  queue_full: 'too many announcements wait',
  power_lost: 'power was lost',
  restarted: 'the device restarted',
  programme_changed: 'the programme has changed',
  not_played: 'could not be played',
  nothing_to_play: 'there is nothing to play',
  station_silent: 'The station could not be heard',
  station_status: 'The station answers {status}',
  station_certificate: 'The certificate of the station cannot be trusted: {error}',
  station_page: 'The address of the station is that of a web page',
  station_no_sound: 'The station sends no sound',
  station_hls: 'The station sends HLS, which devices do not play',
  station_list: 'The list of the station has no address that can be heard',
  station_endless: 'The station redirects without end',
  station_away: 'The station cannot be reached: {error}',
  station_format: 'The station sends AAC, which network speakers do not play',
  speaker_unreachable: 'No sound can be sent to the loudspeaker: {error}',
  speaker_silent: 'The loudspeaker does not answer: {error}',
  speaker_refused: 'Sound may not be sent to the address of the loudspeaker',
  sender_ended: 'The program that sends sound has ended',
  interrupted_by: 'interrupted by priority {priority}',
  audio_deleted: 'the audio was deleted',
  audio_unreadable: 'the file is damaged, or no audio',
  audio_damaged: 'The audio differs from its hash',
  audio_too_large: 'The file is larger than its place on the disk',
  cache_full: 'The audio cache is full',
  download_refused: 'The server answers {status}',
  download_interrupted: 'The download was interrupted after {bytes} bytes',
  place_busy: 'something else was heard there',
  page_silent: 'no more sound arrived',
  connection_lost: 'the connection was lost',
  // Concluded by the server.
  no_start: 'The device did not start it in time',
  no_end: 'The device did not report the end',
  message_gone: 'The message does not exist any more',
  audio_gone: 'Audio of the message does not exist any more',
  station_gone: 'The station does not exist any more',
  playlist_gone: 'The playlist does not exist any more',
  playlist_empty: 'The playlist is empty',
  no_places: 'None of its places has a device',
  programme_set_aside:
    'The programmes of this owner take too long to compile. They are compiled again as soon as a schedule is changed.',
  programme_full: 'There are more runs than a programme holds: it does not reach seven days ahead',
  // Texts that cannot be spoken.
  nothing_to_say: 'There is nothing to say',
  no_voice: 'There is no voice for the language {language}',
  not_stored: 'The audio could not be stored',
  provider_missing: 'This voice needs a speech provider that is not set up. Please synchronize.',
  provider_away: 'The speech provider cannot be reached. Please try again shortly.',
  provider_credentials: 'The speech provider does not take our credentials',
  provider_limit: 'The speech provider has had enough for now. Please try again later.',
  provider_refused: 'The speech provider answered {status}',
  provider_unclear: 'The speech provider gave an answer that we do not understand',
  text_too_long: 'The text is too long for the provider',
  engine_busy: 'The speech engine is busy. Please try again shortly.',
  engine_away: 'The speech engine is not available. Please try again shortly.',
  engine_slow: 'The speech engine needed more than {seconds} s for this text. A shorter text may help.',
  engine_voice: 'The speech engine has no voice of this name',
  engine_refused: 'The speech engine refused: {error}',
  neural_runtime: 'Neural voices do not run here: {error}',
  neural_ended: 'The engine of neural voices ended: {error}',
  neural_files: 'The files of the voice cannot be used: {error}',
  neural_missing: 'The voice is not installed on this server',
  pack_hash: '{name} differs from its SHA-256',
  pack_size: '{name} has another size than the catalogue says',
  pack_answer: 'The server answered {status} for {name}',
  pack_cut: 'The connection was cut: {error}. Another try continues where it ended.',
  pack_disk: 'The server is short of disk space, so the pack cannot be stored',
  pack_not_stored: 'The pack could not be stored',
} as const;

export type ReasonCode = keyof typeof TEXTS;
export const REASON_CODES = Object.keys(TEXTS) as [ReasonCode, ...ReasonCode[]];
export const reasonCodeSchema = z.enum(REASON_CODES).meta({ id: 'ReasonCode' });
const params = z.record(z.string(), z.string());
export const reasonShape = {
  reason_code: reasonCodeSchema.nullable().describe('null: the text of another firmware, or no reason'),
  reason_params: params.describe('what the text of the code contains'),
};

/** A reason as answers name it; a text of another firmware has no code. */
export type Reason = { reason_code: ReasonCode | null; reason_params: Record<string, string> };

export const fillInText = (text: string, values: Record<string, string | number>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));

export const reasonText = (code: ReasonCode, values: Record<string, string | number> = {}): string =>
  fillInText(TEXTS[code], values);

const UNKNOWN: Reason = { reason_code: null, reason_params: {} };
/** Finds texts without parameters directly; the few others are tried one after the other. */
const PLAIN = new Map<string, ReasonCode>();
const PATTERNS: { code: ReasonCode; pattern: RegExp }[] = [];
for (const code of REASON_CODES) {
  const text = TEXTS[code];
  if (!text.includes('{')) PLAIN.set(text.toLowerCase(), code);
  else PATTERNS.push({ code, pattern: new RegExp(`^${patternOf(text)}$`, 'is') });
}

export function reasonOf(text: string | null): Reason {
  if (text === null) return UNKNOWN;
  const plain = PLAIN.get(text.toLowerCase());
  if (plain) return { reason_code: plain, reason_params: {} };
  for (const { code, pattern } of PATTERNS) {
    const params = pattern.exec(text)?.groups;
    if (params) return { reason_code: code, reason_params: { ...params } };
  }
  return UNKNOWN;
}

function patternOf(text: string): string {
  return text
    .split(/(\{\w+\})/)
    .map((part) =>
      part.startsWith('{') ? `(?<${part.slice(1, -1)}>.+)` : part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
    )
    .join('');
}
