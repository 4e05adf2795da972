import type { ScenarioAction } from '@belfry/schemas/http/scenarios/actions';
import type { Filled } from './variables.ts';

/** What an action says or writes, without what only those who manage the scenario may see. */
export type FilledAction = { what: string | null; body: string | null };

/** @param fill fills variables in */
export function fillAction(action: ScenarioAction, fill: (text: string) => Filled): FilledAction {
  const only = (text: string | undefined): FilledAction => ({
    what: text === undefined ? null : fill(text).text,
    body: null,
  });
  switch (action.kind) {
    case 'say':
    case 'sms':
    case 'chat':
    case 'screen':
      return only(action.text);
    case 'mail':
      return { what: fill(action.subject).text, body: fill(action.text).text };
    case 'push':
      return { what: fill(action.title).text, body: fill(action.text).text };
    case 'output':
      return { what: action.output, body: null };
    default:
      return only(undefined);
  }
}
