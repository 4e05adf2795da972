import { refusedAddress } from '@belfry/schemas/domain/network-speakers';
import { carriedSpeakersSchema, networkSpeakersHttp } from '@belfry/schemas/http/network-speakers/network-speakers';
import { REQUEST_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { shareCache } from '../audio-cache/shared-cache.ts';
import { addressOf, basicCredentials } from '../firmware/download.ts';
import { repeat, type Cancel } from '../hardware/clock.ts';
import { eraseOwnerData } from '../hardware/flash.ts';
import type { RtpSender } from '../rtp/sender-process.ts';
import { startSpeakerDevice, type CarriedSpeaker, type SenderParts, type SpeakerDevice } from './speaker-device.ts';

const REFRESH_MS = 600_000;
const RETRY_MS = 15_000;
/** Between the starts of two speakers, so that 200 of them do not connect at once. */
const SPREAD_MS = 25;
const ANSWER_BYTES_MAX = 1_000_000;

type NetworkSpeakersDeps = Omit<SenderParts, 'sender' | 'refused' | 'audioCache'> & {
  /** Of the device that sends. */
  serial: Serial;
  shareCache: ReturnType<typeof shareCache>;
  startSender: () => RtpSender;
};

type Running = { transport: string; speaker: SpeakerDevice; leaveCache: () => void };

/** The network speakers that a device carries: one device for each, on this machine, by the list of the server. */
export function createNetworkSpeakers(deps: NetworkSpeakersDeps) {
  const { clock, log, serial, startSender } = deps;
  const running = new Map<Serial, Running>();
  let etag: string | null = null;
  let key: string | null = null;
  let sender: RtpSender | null = null;
  let isClosed = false;
  /** Steps one after the other: a list that comes while another one is applied waits. */
  let work: Promise<void> = Promise.resolve();
  let waits = false;
  let cancelRetry: Cancel = () => {};

  function refresh(): void {
    if (waits || isClosed) return;
    waits = true;
    cancelRetry();
    work = work.then(async () => {
      waits = false;
      await update().catch((error: unknown) => {
        log(`the list of network speakers: ${(error as Error).message}`);
        cancelRetry = clock.after(RETRY_MS, refresh);
      });
    });
  }

  async function update(): Promise<void> {
    if (isClosed) return;
    const own = deps.key();
    if (own === null) return endAll();
    // What the former key has signed in does not hold any more.
    if (own !== key) etag = null;
    const response = await fetch(addressOf(networkSpeakersHttp.carried, undefined, deps.apiUrl), {
      headers: { authorization: basicCredentials(serial, own), ...(etag !== null && { 'if-none-match': etag }) },
      redirect: 'error',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    if (response.status === 304 || !response.ok) await response.body?.cancel();
    if (response.status === 304) return undefined;
    // A server that knows no network speakers, or this device no more.
    if (response.status === 404 || response.status === 401) return endAll();
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    if (Number(response.headers.get('content-length') ?? 0) > ANSWER_BYTES_MAX) throw new Error('it is too long');
    const { speakers } = carriedSpeakersSchema.parse(await response.json());
    key = own;
    await apply(speakers, true);
    etag = response.headers.get('etag');
    return undefined;
  }

  /** @param isTold whether the server has said that these are all */
  async function apply(speakers: readonly CarriedSpeaker[], isTold: boolean): Promise<void> {
    const listed = new Map(speakers.map((speaker) => [speaker.serial, speaker]));
    const leaving = [...running].filter(
      ([each, { transport }]) => transport !== JSON.stringify(listed.get(each)?.transport),
    );
    await Promise.all(leaving.map(([each]) => end(each, isTold && !listed.has(each))));
    for (const { speaker } of running.values()) renew(speaker);
    for (const speaker of speakers) {
      if (isClosed) return;
      if (running.has(speaker.serial)) continue;
      start(speaker);
      await new Promise<void>((resolve) => void clock.after(SPREAD_MS, resolve));
    }
    if (running.size > 0) return;
    await sender?.close();
    sender = null;
  }

  function renew({ device }: SpeakerDevice): void {
    if (device.flash.memory.device_key === key) return;
    device.flash.memory.device_key = key;
    device.flash.changed();
    device.reconnect();
  }

  function start({ serial: own, transport }: CarriedSpeaker): void {
    const refused = refusedAddress(transport, deps.rtpAllow);
    if (refused !== null) log(`${own}: no sound is sent to its ${refused} (--rtp-allow)`);
    const { cache, leave } = deps.shareCache();
    const parts = { ...deps, sender: () => (sender ??= startSender()), audioCache: cache, refused: refresh };
    const speaker = startSpeakerDevice({ serial: own, transport }, parts);
    running.set(own, { transport: JSON.stringify(transport), speaker, leaveCache: leave });
  }

  /** @param isGone for ever: what it knows of its owner is forgotten */
  async function end(own: Serial, isGone: boolean): Promise<void> {
    const former = running.get(own);
    running.delete(own);
    await former?.speaker.stop();
    former?.leaveCache();
    if (isGone && former) eraseOwnerData(former.speaker.device.flash);
  }

  async function endAll(): Promise<void> {
    await apply([], false);
    etag = null;
  }

  const cancelRefresh = repeat(clock, () => REFRESH_MS, refresh);
  return {
    /** Call after each connection, and when the list has changed. */
    refresh,
    serials: (): Serial[] => [...running.keys()],
    device: (own: Serial) => running.get(own)?.speaker.device,
    /** The key of the sender is not admitted: it carries nobody. */
    refused: (): void => void (work = work.then(endAll)),
    async close(): Promise<void> {
      isClosed = true;
      cancelRefresh();
      cancelRetry();
      await work;
      await apply([], false);
    },
  };
}
