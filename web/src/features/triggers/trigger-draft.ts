import type { AlarmKind } from '@belfry/schemas/domain/alarms';
import type { AlarmSeverity } from '@belfry/schemas/domain/alarm-severity';
import { CHIMES } from '@belfry/schemas/domain/announcements';
import type { InputState } from '@belfry/schemas/domain/inputs';
import type { TargetsInput } from '@belfry/schemas/domain/targets';
import type { ALERT_PARTS, TriggerAction } from '@belfry/schemas/http/triggers/actions';
import type { BellSound } from '@belfry/schemas/http/bells/timetables';
import { DEBOUNCE_DEFAULT_MS } from '@belfry/schemas/http/triggers/inputs';
import type { NewTriggerBody, Trigger } from '@belfry/schemas/http/triggers/triggers';
import { type FeedDraft, feedDraftOf, feedSourceOf, NEW_FEED } from '../alert-feeds/index.ts';

/** Sources on the screen of triggers; feeds of public alerts have their own. */
export const SOURCES = ['hook', 'input', 'alarm', 'call'] as const;
export const ACTIONS = ['message', 'scenario', 'emergency', 'all_clear', 'silence', 'ring'] as const;
export const ALERT_ACTIONS = ['alert', ...ACTIONS] as const;
export const SPOKEN_PRIORITIES = ['say_now', 'scheduled'] as const;
const SILENCE_DEFAULT_MINUTES = 60;

/** The values of the form, with the input for sources and actions that are not chosen now. */
export type TriggerDraft = {
  name: string;
  node: number | null;
  source: Trigger['source']['type'];
  serial: string;
  input: string;
  state: InputState;
  debounce_ms: number;
  kinds: readonly AlarmKind[];
  /** None stands for all. */
  severities: readonly AlarmSeverity[];
  feed: FeedDraft;
  action: TriggerAction['type'];
  says: (typeof ALERT_PARTS)[number];
  message_id: number | null;
  emergency_id: number | null;
  scenario_id: number | null;
  /** None stands for the place of the trigger. */
  targets: TargetsInput;
  priority: (typeof SPOKEN_PRIORITIES)[number];
  minutes: number;
  sound: BellSound;
  mode: Trigger['mode'];
  drill: boolean;
  confirmed: boolean;
};

const NEW: TriggerDraft = {
  name: '',
  node: null,
  source: 'hook',
  serial: '',
  input: '',
  state: 'on',
  debounce_ms: DEBOUNCE_DEFAULT_MS,
  kinds: [],
  severities: [],
  feed: NEW_FEED,
  action: 'message',
  says: 'both',
  message_id: null,
  emergency_id: null,
  scenario_id: null,
  targets: {},
  priority: 'say_now',
  minutes: SILENCE_DEFAULT_MINUTES,
  sound: { type: 'chime', chime: 'bell' },
  mode: 'automatic',
  drill: false,
  confirmed: false,
};

export function draftOf(trigger: Trigger | undefined, newSource: TriggerDraft['source'] = 'hook'): TriggerDraft {
  if (!trigger) return { ...NEW, source: newSource, mode: newSource === 'alert_feed' ? 'ask' : NEW.mode };
  const { name, company_id, source, action, mode, drill } = trigger;
  return { ...NEW, name, node: company_id, mode, drill, ...sourceDraft(source), ...actionDraft(action) };
}

function sourceDraft(source: Trigger['source']): Partial<TriggerDraft> {
  if (source.type === 'alert_feed') return { source: source.type, feed: feedDraftOf(source) };
  const { type, ...rest } = source;
  return { source: type, ...rest };
}

function actionDraft(action: TriggerAction): Partial<TriggerDraft> {
  switch (action.type) {
    case 'message': {
      const { message_id, targets, priority } = action;
      return { action: 'message', message_id, targets, priority: priority === 'scheduled' ? priority : 'say_now' };
    }
    case 'alert': {
      const { says, targets, priority } = action;
      return { action: 'alert', says, targets, priority: priority === 'scheduled' ? priority : 'say_now' };
    }
    case 'emergency':
      return { action: 'emergency', emergency_id: action.message_id, targets: action.targets };
    case 'scenario':
      return { action: 'scenario', scenario_id: action.scenario_id };
    case 'all_clear':
      return { action: 'all_clear' };
    case 'silence':
      return { action: 'silence', minutes: action.minutes };
    case 'ring':
      return { action: 'ring', sound: action.sound };
  }
}

type Fields = Pick<NewTriggerBody, 'name' | 'mode' | 'drill' | 'confirmed'> & {
  source: Trigger['source'];
  action: TriggerAction;
};

/** null until the draft has everything that it needs. */
export function fieldsOf(draft: TriggerDraft): Fields | null {
  const [source, action] = [sourceOf(draft), actionOf(draft)];
  const { name, mode, drill, confirmed } = draft;
  if (name.trim() === '' || source === null || action === null) return null;
  const needed = needsConfirmation({ action, mode, drill });
  return needed && !confirmed ? null : { name: name.trim(), source, action, mode, drill, confirmed: needed };
}

/** An emergency starts, or ends, without asking anybody. */
export const needsConfirmation = ({
  action,
  mode,
  drill,
}: Pick<Trigger, 'mode' | 'drill'> & { action: Pick<TriggerAction, 'type'> }): boolean =>
  (action.type === 'emergency' || action.type === 'all_clear') && mode === 'automatic' && !drill;

function sourceOf({
  source,
  serial,
  input,
  state,
  debounce_ms,
  kinds,
  severities,
  feed,
  action,
}: TriggerDraft): Fields['source'] | null {
  if (source === 'alert_feed') return feedSourceOf(feed, action === 'emergency');
  if (source === 'input') {
    const typed = { serial: serial.trim(), input: input.trim() };
    return typed.serial === '' || typed.input === '' ? null : { type: source, ...typed, state, debounce_ms };
  }
  if (source !== 'alarm') return { type: source };
  if (kinds.length === 0) return null;
  return { type: source, kinds: [...kinds], ...(severities.length > 0 && { severities: [...severities] }) };
}

function actionOf(draft: TriggerDraft): TriggerAction | null {
  const { action, message_id, emergency_id, scenario_id, priority, minutes, sound } = draft;
  if (action === 'scenario') return scenario_id === null ? null : { type: action, scenario_id };
  if (action === 'all_clear') return { type: action };
  if (action === 'silence') return minutes >= 1 ? { type: action, minutes } : null;
  if (action === 'ring') return { type: action, sound };
  const targets = targetsOf(draft);
  if (action === 'alert') return targets && { type: action, says: draft.says, targets, priority };
  const id = action === 'message' ? message_id : emergency_id;
  if (id === null || targets === null) return null;
  return action === 'message'
    ? { type: action, message_id: id, targets, priority }
    : { type: action, message_id: id, targets };
}

type Targets = Extract<TriggerAction, { type: 'message' }>['targets'];
const complete = ({ nodes = [], groups = [], devices = [] }: NonNullable<TargetsInput['except']>) => ({
  nodes,
  groups,
  devices,
});

/** The chosen places; the place of the trigger where none is chosen. */
function targetsOf({ targets: { except = {}, ...included }, node }: TriggerDraft): Targets | null {
  const places = complete(included);
  const none = places.nodes.length + places.groups.length + places.devices.length === 0;
  if (none && node === null) return null;
  return { ...places, ...(none && node !== null && { nodes: [node] }), except: complete(except) };
}

export const valueOfSound = (sound: BellSound): string => {
  if (sound.type === 'message') return `message:${sound.message_id}`;
  return sound.chime_id === undefined ? `chime:${sound.chime}` : `own:${sound.chime_id}`;
};

export const RUNG_CHIMES = CHIMES.filter((chime) => chime !== 'none');

export function soundOfValue(value: string): BellSound | null {
  const [kind, name = ''] = value.split(':');
  const chime = RUNG_CHIMES.find((each) => each === name);
  if (kind === 'chime') return chime ? { type: 'chime', chime } : null;
  const id = Number(name);
  return kind === 'own' ? { type: 'chime', chime: 'bell', chime_id: id } : { type: 'message', message_id: id };
}
