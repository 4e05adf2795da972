import { outputNameSchema } from '@belfry/schemas/domain/outputs';
import type { ScenarioAction, ScenarioActionKind } from '@belfry/schemas/http/scenarios/actions';
import type { ScenarioRecipients } from '@belfry/schemas/http/scenarios/actions';
import type { Scenario } from '@belfry/schemas/http/scenarios/scenarios';

type Targets = Extract<ScenarioAction, { kind: 'say' }>['targets'];
export const NO_TARGETS: Targets = {
  nodes: [],
  groups: [],
  devices: [],
  except: { nodes: [], groups: [], devices: [] },
};
export const NOBODY: ScenarioRecipients = { people: [], roles: [], responsible: [], contacts: [] };

const START = { after_s: 0, after: 'press' } as const;

/** A new action of a kind, to be filled in. */
export const NEW_ACTIONS: { [K in ScenarioActionKind]: Extract<ScenarioAction, { kind: K }> } = {
  say: { kind: 'say', ...START, text: '', targets: NO_TARGETS, priority: 'say_now' },
  emergency: { kind: 'emergency', ...START, message_id: 0, targets: NO_TARGETS },
  all_clear: { kind: 'all_clear', ...START },
  chime: { kind: 'chime', ...START, chime: 'alarm', targets: NO_TARGETS, every_s: 5, lasts_s: 60 },
  output: { kind: 'output', ...START, targets: NO_TARGETS, output: '', state: 'on' },
  screen: { kind: 'screen', ...START, targets: NO_TARGETS, text: '', colour: 'blue' },
  silence: { kind: 'silence', ...START, minutes: 60 },
  sms: { kind: 'sms', ...START, text: '', recipients: NOBODY, asks: false },
  mail: { kind: 'mail', ...START, subject: '', text: '', recipients: NOBODY, asks: false },
  push: { kind: 'push', ...START, title: '', text: '', recipients: NOBODY },
  chat: { kind: 'chat', ...START, destination_id: 0, text: '' },
  http: { kind: 'http', ...START, destination_id: 0, method: 'POST', body: '' },
};

const hasTargets = ({ nodes, groups, devices }: Targets): boolean => nodes.length + groups.length + devices.length > 0;
const hasRecipients = ({ people, roles, responsible, contacts }: ScenarioRecipients): boolean =>
  people.length + roles.length + responsible.length + contacts.length > 0;

/** Whether everything that an action needs is there. */
export function isComplete(action: ScenarioAction): boolean {
  switch (action.kind) {
    case 'say':
      return hasTargets(action.targets) && (action.message_id !== undefined || (action.text ?? '').trim() !== '');
    case 'emergency':
      return hasTargets(action.targets) && action.message_id > 0;
    case 'chime':
      return hasTargets(action.targets);
    case 'output':
      return hasTargets(action.targets) && outputNameSchema.safeParse(action.output).success;
    case 'screen':
      return hasTargets(action.targets) && action.text.trim() !== '';
    case 'sms':
      return action.text.trim() !== '' && hasRecipients(action.recipients);
    case 'mail':
      return action.subject.trim() !== '' && action.text.trim() !== '' && hasRecipients(action.recipients);
    case 'push':
      return action.title.trim() !== '' && action.text.trim() !== '' && hasRecipients(action.recipients);
    case 'chat':
      return action.destination_id > 0 && action.text.trim() !== '';
    case 'http':
      return action.destination_id > 0;
    default:
      return true;
  }
}

/** `10:05`: minutes and seconds after the press. */
export const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Seconds after the press at which each starts. */
export function startsOf(actions: readonly ScenarioAction[]): number[] {
  const starts: number[] = [];
  for (const { after, after_s } of actions) starts.push((after === 'previous' ? (starts.at(-1) ?? 0) : 0) + after_s);
  return starts;
}

export type ScenarioDraft = Pick<Scenario, 'name' | 'icon' | 'colour' | 'drill' | 'two_people'> & {
  actions: ScenarioAction[];
};
export const draftOf = (scenario: Scenario | undefined): ScenarioDraft =>
  scenario
    ? {
        name: scenario.name,
        icon: scenario.icon,
        colour: scenario.colour,
        drill: scenario.drill,
        two_people: scenario.two_people,
        actions: scenario.actions,
      }
    : { name: '', icon: 'info', colour: 'blue', drill: false, two_people: false, actions: [] };
