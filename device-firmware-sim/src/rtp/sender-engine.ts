import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { Cancel, Clock } from '../hardware/clock.ts';
import { RtpDestination, targetKey } from './destination.ts';
import type { Feed } from './feed.ts';
import { formatOf, PACKET_MS } from './format.ts';
import { Level } from './level.ts';
import { createSenderPages } from './sender-pages.ts';
import type { SenderCommand, SenderEvent, SoundSource, StreamTarget } from './sender-messages.ts';
import { keepPacketizers } from './packetizer.ts';
import { Sound, type Listener } from './sound.ts';

/** After a longer pause of the machine, packets of the time that is lost are not sent. */
const TICKS_BEHIND_MAX = 10;
/** As with MPD: it must leave time of the 15 s of PLAY-16. */
const STREAM_DRY_MS = 5_000;

export type FeedRequest = {
  source: SoundSource;
  /** Samples a second. */
  rate: number;
  positionS: number;
  titled: (title: string) => void;
};

type SenderEngineDeps = {
  clock: Clock;
  /** A number of 32 bits. */
  random: () => number;
  openFeed: (request: FeedRequest) => Feed;
  /** @param failed called, at once or later, with the reason where it cannot be sent; shown to users */
  send: (packet: Uint8Array, to: StreamTarget, failed: (reason: string) => void) => void;
  emit: (event: SenderEvent) => void;
};

/** A player of a speaker. `next` is what follows what plays, and `overlapMs` before its end it begins. */
type Player = {
  destination: RtpDestination;
  sound: Sound;
  listener: Listener;
  next: { sound: Sound; listener: Listener; overlapMs: number } | null;
};

type PlayCommand = Extract<SenderCommand, { kind: 'play' }>;
type FollowCommand = Extract<SenderCommand, { kind: 'follow' }>;

const playerKey = (speaker: Serial, channel: PlayerChannel): string => `${speaker} ${channel}`;
const sourceKey = (source: SoundSource): string => ('url' in source ? source.url : source.sha256);

/**
 * Mixes and sends the streams of all destinations by one clock: every 20 ms, at instants that do not drift, a packet of each that sounds.
 * Without one it does nothing.
 */
export function createSenderEngine({ clock, random, openFeed, send, emit }: SenderEngineDeps) {
  const destinations = new Map<string, RtpDestination>();
  const packetizerOf = keepPacketizers(random);
  const players = new Map<string, Player>();
  const origin = clock.monotonic();
  let nextTick = 0;
  let cancelTick: Cancel | null = null;

  const tickNow = (): number => Math.floor((clock.monotonic() - origin) / PACKET_MS);

  function wake(): void {
    if (cancelTick) return;
    nextTick = Math.max(nextTick, tickNow() + 1);
    sleepUntilTick();
  }

  function sleepUntilTick(): void {
    cancelTick = clock.after(Math.max(0, origin + nextTick * PACKET_MS - clock.monotonic()), run);
  }

  function run(): void {
    const now = tickNow();
    if (now - nextTick > TICKS_BEHIND_MAX) nextTick = now;
    for (; nextTick <= now; nextTick++) {
      const at = origin + nextTick * PACKET_MS;
      for (const destination of destinations.values()) sendFrom(destination, at);
    }
    for (const [key, destination] of destinations) {
      settle(destination);
      if (destination.isIdle) destinations.delete(key);
    }
    cancelTick = null;
    if (destinations.size > 0) sleepUntilTick();
  }

  function sendFrom(destination: RtpDestination, at: number): void {
    const packet = destination.packetAt(at, nextTick);
    if (packet) send(packet, destination.target, (reason) => fail(destination, reason));
  }

  function destinationFor(target: StreamTarget): RtpDestination {
    const key = targetKey(target);
    const destination = destinations.get(key) ?? new RtpDestination(target, packetizerOf(key, formatOf(target)));
    destination.adopt(target);
    destinations.set(key, destination);
    wake();
    return destination;
  }

  const pages = createSenderPages({ clock, destinationFor, emit });

  /** Ends what is over, and begins what follows. */
  function settle(destination: RtpDestination): void {
    for (const sound of destination.sounds) {
      if (sound.failure !== null) failSound(destination, sound, sound.failure);
      else if (sound.isOver) endSound(destination, sound, 0);
      else if (sound.isStream && sound.hasBegun && sound.dryMs >= STREAM_DRY_MS)
        endSound(destination, sound, sound.dryMs);
      else if (isFollowed(destination, sound)) beginFollowing(sound);
    }
    for (const live of destination.pages) if (live.isOver) destination.pages.delete(live);
  }

  function remove(destination: RtpDestination, sound: Sound): void {
    destination.sounds.delete(sound);
    sound.close();
  }

  function failSound(destination: RtpDestination, sound: Sound, reason: string): void {
    remove(destination, sound);
    for (const { speaker, channel, id } of sound.listeners) {
      const player = players.get(playerKey(speaker, channel));
      if (player?.listener.id === id) {
        forget(player);
        emit({ kind: 'failed', speaker, channel, id, reason });
      } else if (player?.next?.listener.id === id) player.next = null;
    }
  }

  function endSound(destination: RtpDestination, sound: Sound, silentMs: number): void {
    remove(destination, sound);
    for (const listener of sound.listeners) {
      const player = players.get(playerKey(listener.speaker, listener.channel));
      if (player?.sound !== sound) continue;
      if (player.next) advance(player, 0);
      else {
        forget(player);
        emit({ kind: 'ended', ...idsOf(listener), nextId: null, silentMs });
      }
    }
  }

  function beginFollowing(sound: Sound): void {
    for (const { speaker, channel } of sound.listeners) {
      const player = players.get(playerKey(speaker, channel));
      if (player?.sound !== sound || !player.next || sound.isPaused) continue;
      const leftMs = sound.durationMs - sound.positionMs;
      if (leftMs <= player.next.overlapMs) advance(player, leftMs);
    }
  }

  /** What follows plays now; what played fades out meanwhile. */
  function advance(player: Player, fadeMs: number): void {
    const { sound, listener, next } = player;
    if (!next) return;
    sound.leave(listener, Math.max(PACKET_MS, fadeMs));
    if (next.sound.beginsAt === Infinity) {
      next.sound.beginsAt = clock.monotonic();
      next.sound.after = null;
      if (fadeMs > 0) next.sound.fadeIn(fadeMs);
    }
    players.set(playerKey(listener.speaker, listener.channel), { ...player, ...next, next: null });
    emit({ kind: 'ended', ...idsOf(listener), nextId: next.listener.id, silentMs: 0 });
  }

  function forget({ listener, next }: Player): void {
    players.delete(playerKey(listener.speaker, listener.channel));
    next?.sound.leave(next.listener);
  }

  function stop(speaker: Serial, channel: PlayerChannel): void {
    const player = players.get(playerKey(speaker, channel));
    if (!player) return;
    forget(player);
    player.sound.leave(player.listener);
  }

  function fail(destination: RtpDestination, reason: string): void {
    destination.lost();
    for (const sound of destination.sounds) failSound(destination, sound, reason);
    pages.fail(destination, reason);
  }

  const listenerOf = ({ speaker, channel, id }: PlayCommand | FollowCommand, level: Level): Listener => ({
    speaker,
    channel,
    id,
    level,
    isPaused: false,
  });

  function soundOf(
    destination: RtpDestination,
    source: SoundSource,
    at: { positionS: number; beginsAt: number },
  ): Sound {
    const { positionS, beginsAt } = at;
    const { rate } = destination.format;
    const titled = (title: string): void => {
      for (const listener of sound.listeners) emit({ kind: 'title', ...idsOf(listener), title });
    };
    const isStream = 'url' in source;
    const sound = new Sound({
      key: sourceKey(source),
      feed: openFeed({ source, rate, positionS, titled }),
      rate,
      isStream,
      durationMs: isStream ? Infinity : source.durationMs,
      positionMs: positionS * 1_000,
      beginsAt,
      started: (listener, positionMs) => {
        const player = players.get(playerKey(listener.speaker, listener.channel));
        if (player?.listener === listener) emit({ kind: 'started', ...idsOf(listener), positionS: positionMs / 1_000 });
      },
    });
    destination.sounds.add(sound);
    return sound;
  }

  function play(command: PlayCommand): void {
    const { speaker, channel, source, to, volume, gainDb, positionS, startAt } = command;
    stop(speaker, channel);
    const now = clock.monotonic();
    const destination = destinationFor(to);
    const aheadMs = startAt === null ? 0 : startAt - clock.now();
    const beginsAt = aheadMs > 0 ? now + aheadMs : destination.soonest(now);
    const listener = listenerOf(command, new Level(volume, gainDb));
    const wanted = { key: sourceKey(source), positionMs: positionS * 1_000, beginsAt };
    const same = [...destination.sounds].find((sound) => sound.isSameAs(wanted, now) && !isHeardBy(sound, speaker));
    const sound = same ?? soundOf(destination, source, { positionS, beginsAt });
    players.set(playerKey(speaker, channel), { destination, sound, listener, next: null });
    sound.join(listener);
  }

  function follow(command: FollowCommand): void {
    const { speaker, channel, source, gainDb, overlapMs } = command;
    const player = players.get(playerKey(speaker, channel));
    if (!player) return;
    const { destination, sound: before } = player;
    player.next?.sound.leave(player.next.listener);
    const key = sourceKey(source);
    const same = [...destination.sounds].find((sound) => sound.after === before && sound.key === key);
    const sound = same ?? soundOf(destination, source, { positionS: 0, beginsAt: Infinity });
    sound.after = before;
    const listener = {
      ...listenerOf(command, player.listener.level.withGain(gainDb)),
      isPaused: player.listener.isPaused,
    };
    player.next = { sound, listener, overlapMs };
    sound.join(listener);
  }

  function setPaused(speaker: Serial, channel: PlayerChannel, isPaused: boolean): void {
    const player = players.get(playerKey(speaker, channel));
    if (!player) return;
    player.listener.isPaused = isPaused;
    if (player.next) player.next.listener.isPaused = isPaused;
    wake();
  }

  return {
    handle(command: SenderCommand): void {
      switch (command.kind) {
        case 'play':
          return play(command);
        case 'follow':
          return follow(command);
        case 'stop':
          return stop(command.speaker, command.channel);
        case 'pause':
        case 'resume':
          return setPaused(command.speaker, command.channel, command.kind === 'pause');
        case 'volume': {
          const player = players.get(playerKey(command.speaker, command.channel));
          for (const { level } of [player?.listener, player?.next?.listener].filter((each) => each !== undefined))
            level.fadeTo(command.volume, command.fadeMs);
          return undefined;
        }
        default:
          return pages.handle(command);
      }
    },
    stop(): void {
      cancelTick?.();
      for (const { sounds } of destinations.values()) for (const sound of sounds) sound.close();
    },
  };
}

const idsOf = ({ speaker, channel, id }: Listener) => ({ speaker, channel, id });
const isFollowed = ({ sounds }: RtpDestination, sound: Sound): boolean =>
  [...sounds].some(({ after }) => after === sound);
const isHeardBy = ({ listeners }: Sound, serial: Serial): boolean =>
  [...listeners].some(({ speaker }) => speaker === serial);
