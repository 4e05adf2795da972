import { z } from 'zod';

/**
 * Why an announcement is not heard as planned, and why a connection does not work: the code of each reason, and its English text, in which parameters stand
 * in braces. Receipts carry the text alone; answers of the api carry the code and the parameters beside it, see ANN-16.
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
  // Of connections to other servers, mail, SMS and messages in browsers. The console leaves out what only technicians understand.
  link_name: 'There is no server of this name',
  link_names_away: 'The name of the server could not be looked up',
  link_nobody: 'Nothing answers there',
  link_closed: 'The connection was closed there',
  link_slow: 'Nothing answers there in time',
  link_no_answer: 'No answer within 10 seconds',
  link_no_way: 'No way leads to this address',
  link_certificate: 'The certificate of the server cannot be trusted: {error}',
  link_no_tls: 'The server does not speak TLS: {error}',
  link_not_public: 'Nothing is {what} there: the address is not public',
  link_needs_https: 'Nothing is {what} there: a public address needs https',
  link_no_address: 'Nothing is {what} there: {error}',
  link_not_read: 'It could not be read',
  link_not_sent: 'It could not be sent',
  receiver_gone: 'The receiver does not want any more (410)',
  receiver_redirects: 'The receiver redirects ({status}), which is not followed',
  receiver_waits: 'The receiver answered {status}, and asks for {seconds} s without messages',
  receiver_answered: 'The receiver answered {status}',
  chat_redirects: 'It redirects ({status}), which is not followed',
  chat_not_taken: 'It answered 200 and has not taken it',
  chat_answered: 'It answered {status}',
  chat_away: 'It could not be reached',
  chat_away_why: 'It could not be reached ({error})',
  feed_redirects: 'The server redirects ({status}), which is not followed',
  feed_answered: 'The server answered {status}',
  feed_part: 'One of its documents: {error}',
  feed_entries: 'It has more than {number} entries: {error} are left out',
  feed_nothing: 'None of its {number} alerts can be read: {error}',
  feed_empty: 'It is empty',
  feed_slow: 'It takes too long to read',
  feed_no_alert: 'It is no alert of CAP 1.2',
  feed_no_feed: 'It is no alert of CAP 1.2, and no Atom or RSS feed',
  feed_old_cap: 'It is CAP of an earlier version than 1.2',
  feed_no_xml: 'It is no well-formed XML{error}',
  home_closed: 'The broker has closed the connection',
  home_subscriptions: 'The broker does not permit the subscriptions',
  home_too_much: 'The broker sends too much',
  home_too_often: 'The broker sends too many messages',
  home_refused: 'Connection refused: {error}',
  home_password: 'Connection refused: Bad username or password',
  home_user: 'Connection refused: Bad User Name or Password',
  home_login: 'Connection refused: Not authorized',
  home_commands: 'Too many commands',
  home_person: 'Whoever made the connection may not do that',
  home_full:
    'This installation has room for {number} connections to Home Assistant, and others have their turn before this one',
  player_away: 'Home Assistant is not reached',
  player_floods: 'Home Assistant sends too much',
  player_token: 'Home Assistant does not accept the token{error}',
  player_refused: 'Home Assistant refuses it',
  player_gone: 'Home Assistant does not reach {name}',
  mail_replaced: 'replaced by a newer message',
  mail_no_use: 'no longer of use',
  mail_nobody: 'connect ECONNREFUSED{error}',
  mail_name: 'getaddrinfo {error}',
  mail_slow: 'Connection timeout',
  mail_greeting: 'Greeting never received',
  mail_closed: 'Connection closed unexpectedly',
  mail_login: 'Invalid login: {error}',
  mail_recipient: "Can't send mail - all recipients were rejected: {error}",
  mail_message: 'Message failed: {error}',
  sms_failed: 'fetch failed',
  sms_late: 'The operation was aborted due to timeout',
  sms_no_bind: 'the SMS centre refused to bind: status {status}',
  sms_away: 'the SMS centre cannot be reached',
  sms_slow: 'the SMS centre did not answer in time',
  sms_closed: 'the SMS centre closed the connection',
  sms_status: 'the SMS centre answered status {status}',
  sms_provider: 'the provider answered {status}: {error}',
  push_answered: 'The push service answered {status}',
  push_gone: 'The browser does not take messages any more ({status})',
  push_slow: 'The push service has not answered within 10 seconds',
  push_away: 'The push service cannot be reached',
  push_away_why: 'The push service cannot be reached ({error})',
  // Of actions of scenarios.
  scenario_ended: 'The scenario was ended',
  scenario_author: 'Whoever has prepared it may not do it any more',
  scenario_unable: 'Belfry could not do it',
  scenario_nobody: 'Nobody gets it',
  scenario_all_away: 'Every loudspeaker is offline',
  scenario_no_emergency: 'There was no emergency to end',
  scenario_gaps: 'Not filled in: {error}',
  scenario_budget: 'The budget of messages is used up',
  scenario_not_delivered: 'It was not delivered',
  scenario_not_shown: 'It was not shown',
  scenario_no_display: 'There is no display at these places',
  output_nowhere: 'No device can switch this output now',
  output_not_reported: 'It was not reported',
  output_no_answer: 'The device did not answer',
  chat_removed: 'This chat or system does not exist any more',
  other_secret: 'SERVICE_SECRET is another one than before',
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
