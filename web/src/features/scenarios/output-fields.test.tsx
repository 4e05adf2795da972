import { type Scenario, scenariosHttp } from '@belfry/schemas/http/scenarios/scenarios';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { aPlace } from '../../testing/a-place.ts';
import { firstOf, on } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { NO_TARGETS } from './scenario-draft.ts';
import { ScenarioForm } from './scenario-form.tsx';

afterEach(cleanup);

const SCENARIO: Scenario = {
  id: 5,
  name: 'Storm',
  icon: 'storm',
  colour: 'orange',
  company_id: 12,
  company_name: 'Shop 12',
  actions: [
    {
      kind: 'output',
      after_s: 0,
      after: 'press',
      output: 'strobe',
      state: 'on',
      lasts_s: 60,
      targets: { ...NO_TARGETS, nodes: [12] },
    },
  ],
  drill: false,
  two_people: false,
  enabled: true,
  disabled_reason: null,
  is_emergency: false,
  missed: null,
  checked_at: null,
  last_started_at: null,
  running: null,
  created_by: 'Ada',
  created_at: '2026-11-20T10:00:00.000Z',
  revision: 1,
};

it('switches another output for a moment, without the time of the one before, and in a pattern', async () => {
  const { requestsTo, user } = await openPage(
    <ScenarioForm scenario={SCENARIO} onClose={() => undefined} />,
    firstOf(
      aPlace,
      on(scenariosHttp.change, () => SCENARIO),
    ),
  );
  const form = await screen.findByRole('dialog', { name: 'Edit Storm' });
  const action = within(form).getByRole('region', { name: '1. Switch an output' });
  await user.click(within(action).getByRole('button', { name: /^1\. Switch an output/ }));
  const name = within(action).getByRole('textbox', { name: /^Output/ });
  await user.clear(name);
  const save = within(form).getByRole('button', { name: 'Save' });
  expect((save as HTMLButtonElement).disabled).toBe(true);
  await user.type(name, 'Door');
  await user.selectOptions(within(action).getByRole('combobox', { name: 'State' }), 'On for a moment');
  const duration = within(action).getByRole('textbox', { name: /milliseconds/ });
  await user.clear(duration);
  await user.type(duration, '500');
  await user.click(save);
  await waitFor(() => expect(requestsTo(scenariosHttp.change)).toHaveLength(1));
  const body = requestsTo(scenariosHttp.change)[0]?.body as Scenario | undefined;
  expect(body?.actions).toMatchObject([{ kind: 'output', output: 'door', state: 'pulse', duration_ms: 500 }]);
  expect(body?.actions[0]).not.toHaveProperty('lasts_s');
  await user.selectOptions(within(action).getByRole('combobox', { name: 'State' }), 'Pattern of pulses');
  const pause = within(action).getByRole('textbox', { name: 'Then off for (milliseconds)' });
  await user.clear(pause);
  await user.type(pause, '1500');
  await user.type(within(action).getByRole('textbox', { name: /^Off after/ }), '30');
  await user.click(save);
  await waitFor(() => expect(requestsTo(scenariosHttp.change)).toHaveLength(2));
  expect((requestsTo(scenariosHttp.change)[1]?.body as Scenario | undefined)?.actions).toMatchObject([
    { state: 'pulse', duration_ms: 500, pause_ms: 1_500, lasts_s: 30 },
  ]);
});
