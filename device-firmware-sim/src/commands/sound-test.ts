import { PLAYER_CHANNELS } from '@belfry/schemas/domain/player';
import type { NotTestedReason, PlayerSound } from '@belfry/schemas/domain/sound-tests';
import type { CommandContext, CommandHandler } from '../device/types.ts';
import { limitedVolume, timelineOf } from '../programme/programme.ts';

type Context = CommandContext<'sound_test'>;

/** No tone is played within this time before something planned. */
const BEFORE_MS = 120_000;
/** Loss of a simulated loudspeaker on the way to the microphone, and noise of its room. */
const SIMULATED = { level_db: -24, quiet_db: -20, noise_db: -52 };

/** Tests the loudspeaker with the tones of this device, unless something plays or is planned. */
export const soundTest: CommandHandler<'sound_test'> = async (context) => {
  const reason = reasonAgainst(context);
  if (reason !== null)
    return { players: PLAYER_CHANNELS.map((channel) => ({ channel, result: 'not_tested', reason })) };
  const rules = context.flash.programme.load()?.programme ?? null;
  const level = limitedVolume(rules, 'say_now', context.params.level);
  if (context.host) return { players: await context.host.testSound(level) };
  return simulate(context);
};

function reasonAgainst({ flash, clock, players, profile, host }: Context): NotTestedReason | null {
  if (host === null && profile.behaviour.microphone === undefined) return 'no_microphone';
  if (players.playing() > 0) return 'in_use';
  const programme = flash.programme.load()?.programme;
  if (!programme) return null;
  const now = clock.now();
  const { speech, runs, music } = timelineOf(programme);
  const soon = (at: number): boolean => at > now - BEFORE_MS && at < now + BEFORE_MS;
  const planned =
    speech.some(({ at }) => soon(at)) ||
    [...runs, ...music].some(({ from, until }) => soon(from) || (from <= now && now < until));
  return planned ? 'scheduled' : null;
}

async function simulate({ profile, wait, random }: Context): Promise<{ players: PlayerSound[] }> {
  const players: PlayerSound[] = [];
  for (const channel of PLAYER_CHANNELS) {
    await wait(1.7);
    const noise_db = SIMULATED.noise_db + random.between(-3, 3);
    const { microphone } = profile.behaviour;
    if (microphone === 'deaf') {
      players.push({ channel, result: 'not_heard', correlation: random.between(0, 0.06), noise_db });
      continue;
    }
    const level_db = SIMULATED.level_db + (microphone === 'quiet' ? SIMULATED.quiet_db : 0) + random.between(-0.5, 0.5);
    players.push({ channel, result: 'heard', correlation: random.between(0.75, 0.95), level_db, noise_db });
  }
  return { players };
}
