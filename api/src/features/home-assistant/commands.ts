import { spokenTextSchema } from '@belfry/schemas/http/library/texts';
import type { HomeAssistantRight } from '@belfry/schemas/http/home-assistant';
import { randomUUID } from 'node:crypto';
import { targetsSchema } from '@belfry/schemas/domain/targets';
import type { Actor } from '../../audit/audit-log.repository.ts';
import type { Deps } from '../../deps.ts';
import { AppError, notFound } from '../../errors.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import { findStandingCaller } from '../../people/standing-caller.ts';
import { canCommandDevice } from '../../policies/devices.ts';
import {
  canBindAtNode,
  canStartEmergencyTriggers,
  canStartTriggers,
  type OwnerPolicy,
  speechTargets,
} from '../../policies/owners.ts';
import { endEmergenciesAt, say } from '../announcements/index.ts';
import { findScenarioRow, startScenario } from '../scenarios/index.ts';
import { ALL_CLEAR, baseOf } from './discovery.ts';
import type { HomeAssistantRow } from './home-assistant.repository.ts';
import { findOnlineSerials, type HomeNow } from './places.repository.ts';

/** What one connection may start in a minute. */
export const STARTS = { hits: 30, windowSeconds: 60 };
export const TOO_MANY = 'Too many commands';
/** How long a device that is offline now may take to say it. */
const EXPIRES_S = 60;
/** The devices of one place whose volume is set. */
const DEVICES_MAX = 100;
const CHANNELS = [0, 1, 2] as const;

export type HomeCommand =
  | { right: 'say'; company_id: number; text: string }
  | { right: 'volume'; company_id: number; volume: number }
  | { right: 'messages'; message_id: number }
  | { right: 'scenarios'; scenario_id: number }
  | { right: 'all_clear' };

const POLICIES: Record<HomeAssistantRight, OwnerPolicy> = {
  say: canStartTriggers,
  volume: canBindAtNode,
  messages: canStartTriggers,
  // Whether one has emergencies may change later.
  scenarios: canStartEmergencyTriggers,
  all_clear: canStartEmergencyTriggers,
};

/** What a message asks for; null where it asks for nothing that the connection offers now. */
export function parseCommand(
  link: Pick<HomeAssistantRow, 'id' | 'allows'>,
  { places, messages, scenarios }: HomeNow,
  topic: string,
  payload: string,
): HomeCommand | null {
  const [object = '', command] = topic.slice(baseOf(link).length + 1).split('/');
  const place = places.find(({ company_id }) => String(company_id) === object);
  const message = messages.find(({ id }) => `message-${id}` === object);
  const scenario = scenarios.find(({ id }) => `scenario-${id}` === object);
  const parsed = ((): HomeCommand | null => {
    if (command === 'say' && place) {
      const text = payload.trim();
      return !spokenTextSchema.safeParse(text).success ? null : { right: 'say', company_id: place.company_id, text };
    }
    if (command === 'volume' && place) {
      const volume = Math.round(Number(payload));
      return payload !== '' && volume >= 0 && volume <= 100
        ? { right: 'volume', company_id: place.company_id, volume }
        : null;
    }
    if (command !== 'press') return null;
    if (message) return { right: 'messages', message_id: message.id };
    if (scenario) return { right: 'scenarios', scenario_id: scenario.id };
    return object === ALL_CLEAR ? { right: 'all_clear' } : null;
  })();
  return parsed && link.allows.includes(parsed.right) ? parsed : null;
}

/** Does it with the rights that whoever made the connection has now. Throws as their own call would; rate_limited. */
export async function runCommand(deps: Deps, row: HomeAssistantRow, command: HomeCommand): Promise<void> {
  const { id, owner_id, company_id } = row;
  const node = 'company_id' in command ? command.company_id : company_id;
  const user = await findStandingCaller(deps.db, { ...row, company_id: node }, POLICIES[command.right]);
  if (!user) throw new AppError('forbidden', 'Whoever made the connection may not do that');
  await countAttempt(deps, [{ key: `home-assistant:${id}`, ...STARTS }], `${TOO_MANY}.`);
  const actor: Actor = { user, ip: '' };
  // The connection has counted it: a broker uses up nothing of what its maker may say.
  const spoken = { targets: targetsSchema.parse({ nodes: [node] }), expires_in_s: EXPIRES_S, run_id: randomUUID() };
  switch (command.right) {
    case 'say':
      await say(deps, actor, speechTargets, { ...spoken, text: command.text, priority: 'say_now' });
      break;
    case 'messages':
      await say(deps, actor, speechTargets, { ...spoken, message_id: command.message_id, priority: 'say_now' });
      break;
    case 'scenarios': {
      const scenario = await findScenarioRow(deps.db, command.scenario_id);
      if (scenario?.owner_id !== owner_id) throw notFound('Scenario not found');
      const pressed = { key: null, source: 'trigger' as const, actor: null, drill: false, variables: {} };
      await startScenario(deps, scenario, { ...pressed, name: row.name });
      break;
    }
    case 'all_clear':
      await endEmergenciesAt(deps, actor, { owner_id, company_id });
      break;
    case 'volume':
      await setVolume(deps, actor, node, command.volume);
  }
}

async function setVolume(deps: Deps, { user }: Actor, companyId: number, volume: number): Promise<void> {
  for (const serial of await findOnlineSerials(deps.db, companyId, DEVICES_MAX))
    for (const channel of CHANNELS)
      await deps.commands.send({
        user,
        policy: canCommandDevice,
        serial,
        command: 'set_volume',
        params: { channel, volume },
      });
}
