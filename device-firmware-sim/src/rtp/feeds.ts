import type { DecoderAnswer, DecoderRequest } from '../rtp-decoder/decoder-messages.ts';
import { SampleQueue, type Feed } from './feed.ts';
import type { FeedRequest } from './sender-engine.ts';
import type { SoundSource } from './sender-messages.ts';

/** A file up to this length is decoded as a whole, once, and kept for the next time. */
const KEPT_MAX_MS = 60_000;
const KEPT_BYTES = 64 * 1_024 * 1_024;
const SAMPLE_BYTES = 4;
/** Of longer files and streams so much is decoded ahead, and a stream begins, and goes on after it ran dry, with so much. */
const AHEAD_S = 3;
const STREAM_BEGINS_S = 0.7;
/** Of a short file so much is on its way. */
const TRACK_AHEAD_S = 2;
/** More is asked for in parts of this length. */
const ASK_S = 0.25;

type Decoder = { send: (request: DecoderRequest) => void };
type FeedsDeps = { decoder: Decoder; keptBytes?: number };

/** What a decoder sends for one source. */
type Receiver = {
  add: (samples: Float32Array) => void;
  over: () => void;
  failed: (reason: string) => void;
  titled: (title: string) => void;
};

export type Feeds = {
  open: (request: FeedRequest) => Feed;
  receive: (answer: DecoderAnswer) => void;
  /** The decoder has ended: what it was decoding fails. */
  lost: (reason: string) => void;
};

export function createFeeds({ decoder, keptBytes = KEPT_BYTES }: FeedsDeps): Feeds {
  const receivers = new Map<number, Receiver>();
  const tracks = createTracks(keptBytes);
  let lastId = 0;

  function decode(source: SoundSource, { rate, positionS, samples }: Decoding, receiver: Receiver) {
    const id = ++lastId;
    receivers.set(id, receiver);
    const asked = 'url' in source ? { url: source.url } : { path: source.path };
    decoder.send({ kind: 'open', id, source: asked, rate, positionS, samples });
    return {
      more: (count: number): void => decoder.send({ kind: 'more', id, samples: count }),
      close(): void {
        if (receivers.delete(id)) decoder.send({ kind: 'close', id });
      },
    };
  }

  function openStream({ source, rate, positionS, titled }: FeedRequest): Feed {
    const needed = 'url' in source ? STREAM_BEGINS_S * rate : 1;
    const buffer = createBuffer({ needed, askFrom: ASK_S * rate, ask: (count) => decoding.more(count) });
    const decoding = decode(source, { rate, positionS, samples: AHEAD_S * rate }, { ...buffer.receiver, titled });
    return { ...buffer.feed, close: () => decoding.close() };
  }

  function openTrack({ source, rate, positionS }: FeedRequest & { source: { sha256: string } & SoundSource }): Feed {
    const key = `${source.sha256} ${rate}`;
    const track = tracks.get(key) ?? new Track();
    if (tracks.get(key) === undefined) {
      tracks.add(key, track);
      // As a whole, but no more at a time than the sender takes without a delay of its packets.
      const decoding = decode(
        source,
        { rate, positionS: 0, samples: TRACK_AHEAD_S * rate },
        {
          add(samples) {
            track.add(samples);
            decoding.more(samples.length);
          },
          over() {
            track.isWhole = true;
            tracks.limit();
          },
          failed(reason) {
            track.failure = reason;
            tracks.remove(key);
          },
          titled: () => {},
        },
      );
    }
    return track.feed(Math.round(positionS * rate));
  }

  return {
    open(request) {
      const { source } = request;
      const isKept = 'sha256' in source && source.durationMs <= KEPT_MAX_MS;
      return isKept ? openTrack({ ...request, source }) : openStream(request);
    },
    receive(answer) {
      const receiver = receivers.get(answer.id);
      if (!receiver) return;
      if (answer.kind === 'samples') return receiver.add(answer.samples);
      if (answer.kind === 'title') return receiver.titled(answer.title);
      receivers.delete(answer.id);
      if (answer.kind === 'over') receiver.over();
      else receiver.failed(answer.reason);
    },
    lost(reason) {
      const lost = [...receivers.values()];
      receivers.clear();
      for (const receiver of lost) receiver.failed(reason);
    },
  };
}

type Decoding = { rate: number; positionS: number; samples: number };
type BufferOptions = {
  /** Samples with which it begins. */
  needed: number;
  /** So many are read before more are asked for. */
  askFrom: number;
  ask: (samples: number) => void;
};

/** What was decoded ahead of a long file or a stream. */
function createBuffer({ needed, askFrom, ask }: BufferOptions) {
  const queue = new SampleQueue();
  let isFilling = true;
  let isWhole = false;
  let failure: string | null = null;
  let read = 0;
  const receiver = {
    add: (samples: Float32Array): void => queue.add(samples),
    over: (): void => void (isWhole = true),
    failed: (reason: string): void => void (failure = reason),
  };
  const feed: Omit<Feed, 'close'> = {
    isReady() {
      if (queue.length >= needed || isWhole || failure !== null) isFilling = false;
      return !isFilling;
    },
    isOver: () => isWhole && queue.length === 0,
    failure: () => (queue.length === 0 ? failure : null),
    read(into) {
      const count = queue.read(into);
      if (count < into.length) isFilling = true;
      read += count;
      if (read >= askFrom && !isWhole) {
        ask(read);
        read = 0;
      }
      return count;
    },
  };
  return { receiver, feed };
}

/** A short file, which grows while it is decoded, and which many may read. */
class Track {
  isWhole = false;
  failure: string | null = null;
  #chunks: Float32Array[] = [];
  length = 0;

  add(chunk: Float32Array): void {
    this.#chunks.push(chunk);
    this.length += chunk.length;
  }

  feed(from: number): Feed {
    let position = from;
    /** The chunk in which it is, and the position of its first sample. */
    let index = 0;
    let start = 0;
    return {
      isReady: () => this.length > position || this.isWhole,
      isOver: () => this.isWhole && position >= this.length,
      failure: () => this.failure,
      read: (into) => {
        let count = 0;
        for (;;) {
          const chunk = this.#chunks[index];
          if (!chunk || count === into.length) break;
          if (position >= start + chunk.length) {
            start += chunk.length;
            index++;
            continue;
          }
          const part = chunk.subarray(position - start, position - start + into.length - count);
          into.set(part, count);
          count += part.length;
          position += part.length;
        }
        return count;
      },
      close: () => {},
    };
  }
}

/** The tracks that were used last. */
function createTracks(bytesMax: number) {
  const tracks = new Map<string, Track>();
  return {
    get(key: string): Track | undefined {
      const track = tracks.get(key);
      if (track) {
        tracks.delete(key);
        tracks.set(key, track);
      }
      return track;
    },
    add: (key: string, track: Track): void => void tracks.set(key, track),
    remove: (key: string): void => void tracks.delete(key),
    limit(): void {
      let bytes = 0;
      for (const { length } of tracks.values()) bytes += length * SAMPLE_BYTES;
      for (const [key, { length, isWhole }] of tracks) {
        if (bytes <= bytesMax) return;
        if (!isWhole) continue;
        tracks.delete(key);
        bytes -= length * SAMPLE_BYTES;
      }
    },
  };
}
