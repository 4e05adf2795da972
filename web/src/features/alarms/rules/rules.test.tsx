import { ALARM_KINDS } from '@belfry/schemas/domain/alarms';
import { type AlarmRule, alarmRulesHttp, type EffectiveAlarmRule } from '@belfry/schemas/http/alarms/rules';
import { whereHttp } from '@belfry/schemas/http/places/where';
import { accessHttp } from '@belfry/schemas/http/teams/access';
import { teamsHttp } from '@belfry/schemas/http/teams/members';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Answer, firstOf, on, refusal } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { setPageWidth } from '../../../testing/page-width.ts';
import { SHOPS } from '../../../testing/tree-factory.ts';
import { answerWhere, itemsOf } from '../../../testing/where-factory.ts';
import { RulesPanel } from './rules-panel.tsx';
import { defaultsOf, valuesOf } from './rule-values.ts';

setPageWidth(1_440);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const [MAIN, NORTH] = [1, 2];
const rulesWith = (set: Partial<EffectiveAlarmRule>): EffectiveAlarmRule[] =>
  ALARM_KINDS.map((kind) => Object.assign({ kind }, defaultsOf(kind), kind === 'temperature' ? set : {}));
const threshold = { value: 70, source_company_id: MAIN };
const atMain = rulesWith({ threshold });
const atNorth = rulesWith({ threshold, delay_s: { value: 30, source_company_id: NORTH } });
const RULE: AlarmRule = {
  rule_id: 9,
  company_id: NORTH,
  kind: 'temperature',
  ...valuesOf(undefined),
  delay_s: 30,
  revision: 4,
  updated_at: '2026-11-20T11:00:00.000Z',
};

const places = (owner = 1): Answer =>
  firstOf(
    on(whereHttp.find, ({ body }) => answerWhere(body, itemsOf(SHOPS, owner))),
    on(teamsHttp.list, () => []),
  );
const stored = firstOf(
  on(alarmRulesHttp.effective, ({ query }) => (query.company_id === NORTH ? atNorth : atMain)),
  on(alarmRulesHttp.list, ({ query }) => (query.company_id === NORTH ? [RULE] : [])),
);

const open = (answer: Answer = () => undefined, owner = 1, address = '/activity?view=rules&node=2') =>
  openPage(<RulesPanel />, firstOf(answer, stored, places(owner)), {}, { address });

async function openDialog(answer?: Answer) {
  const page = await open(answer);
  await page.user.click(await screen.findByRole('button', { name: 'Change: Too hot' }));
  return { ...page, dialog: within(await screen.findByRole('dialog', { name: 'Too hot' })) };
}

describe('the rules of a place', () => {
  it('say for each kind what holds, and from where', async () => {
    await open();
    const row = await screen.findByRole('row', { name: /Too hot/ });
    await vi.waitFor(() => expect(row.textContent).toContain('From Main: Threshold'));
    expect(row.textContent).toContain('Above 70 °C');
    expect(row.textContent).toContain('30 s');
    expect(row.textContent).toContain('Set here: Raised after');
    expect(row.textContent).toContain('Technician, Manager');
    expect(screen.getByRole('row', { name: /Disk almost full/ }).textContent).toContain('Default');
    const fixed = screen.getByRole('row', { name: /Backup is due/ });
    expect(fixed.textContent).toContain('Fixed');
    expect(within(fixed).queryByRole('button')).toBeNull();
  });

  it('are those of the main company where the person has only one', async () => {
    const { requestsTo } = await open(undefined, 1, '/activity?view=rules');
    await screen.findByRole('row', { name: /Too hot/ });
    expect(requestsTo(alarmRulesHttp.effective)[0]?.params).toMatchObject({ company_id: String(MAIN) });
  });

  it('are only read by who does not operate there', async () => {
    const access = on(accessHttp.ownAccess, () => [
      {
        member_id: 1,
        company_id: MAIN,
        company_name: 'Main',
        organisation_id: 5,
        organisation_name: 'Ada',
        role: 'viewer' as const,
        may_emergency: false,
        expires_at: null,
      },
    ]);
    await open(access, 5);
    expect(await screen.findByText('You may see the rules here, but not change them.')).toBeDefined();
    expect(await screen.findByRole('row', { name: /Too hot/ })).toBeDefined();
    await vi.waitFor(() => expect(screen.queryByRole('button', { name: /^Change/ })).toBeNull());
  });
});

describe('a rule', () => {
  it('is changed with its revision and what differs', async () => {
    const { user, dialog, requestsTo } = await openDialog(
      on(alarmRulesHttp.change, () => ({ ...RULE, threshold: 65, revision: 5 })),
    );
    expect(dialog.getByText('From Main: Above 70 °C')).toBeDefined();
    await user.type(dialog.getByRole('textbox', { name: 'Threshold' }), '65');
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Severity' }), 'Critical');
    expect(dialog.getByText('Default: 30 min')).toBeDefined();
    await user.click(dialog.getByRole('checkbox', { name: 'Manager' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() =>
      expect(requestsTo(alarmRulesHttp.change)[0]?.body).toEqual({
        revision: 4,
        threshold: 65,
        severity: 'critical',
        tell: { roles: ['technician'], people: [] },
      }),
    );
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('that sets nothing any more is deleted', async () => {
    const { user, dialog, requestsTo } = await openDialog(
      firstOf(
        on(alarmRulesHttp.change, () => ({ ...RULE, delay_s: null, revision: 5 })),
        on(alarmRulesHttp.remove, () => null),
      ),
    );
    await user.click(dialog.getByRole('button', { name: 'Use inherited: Raised after' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() => expect(requestsTo(alarmRulesHttp.remove)).toHaveLength(1));
    expect(requestsTo(alarmRulesHttp.change)[0]?.body).toEqual({ revision: 4, delay_s: null });
  });

  it('is made where the place has none', async () => {
    const { user, requestsTo } = await open(
      on(alarmRulesHttp.create, ({ body }) =>
        Response.json({ ...RULE, ...body, rule_id: 10, revision: 1 }, { status: 201 }),
      ),
    );
    await user.click(await screen.findByRole('button', { name: 'Change: Memory almost full' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('switch', { name: /^Turned on/ }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() =>
      expect(requestsTo(alarmRulesHttp.create)[0]?.body).toMatchObject({
        company_id: NORTH,
        kind: 'memory',
        enabled: false,
        delay_s: null,
      }),
    );
  });

  it('is not made of what is set and inherited again', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Change: Memory almost full' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Memory almost full' }));
    const save = dialog.getByRole('button', { name: 'Save' });
    await user.click(dialog.getByRole('switch', { name: /^Turned on/ }));
    expect(save).toHaveProperty('disabled', false);
    await user.click(dialog.getByRole('button', { name: 'Use inherited: Turned on' }));
    expect(save).toHaveProperty('disabled', true);
  });

  it('does not take a value outside of its range', async () => {
    const { user, dialog, requestsTo } = await openDialog();
    await user.type(dialog.getByRole('textbox', { name: 'Threshold' }), '500');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Enter a value from 20 to 120')).toBeDefined();
    expect(requestsTo(alarmRulesHttp.change)).toHaveLength(0);
  });

  it('keeps what was typed where somebody else has changed it, and says what saving replaces', async () => {
    const theirs = { ...RULE, threshold: 60, revision: 5 };
    const { user, dialog, requestsTo } = await openDialog(
      on(alarmRulesHttp.change, ({ body }) =>
        body.revision === 4
          ? Response.json({ error: 'Changed', code: 'edit_conflict', current: theirs }, { status: 409 })
          : { ...theirs, threshold: 65, revision: 6 },
      ),
    );
    await user.type(dialog.getByRole('textbox', { name: 'Threshold' }), '65');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(/replace theirs when you save again: Threshold/)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() =>
      expect(requestsTo(alarmRulesHttp.change).at(-1)?.body).toEqual({ revision: 5, threshold: 65 }),
    );
  });

  it('says why the server refuses it, until it is saved again', async () => {
    const answer = Promise.withResolvers<Response>();
    let calls = 0;
    const { user, dialog } = await openDialog(
      on(alarmRulesHttp.change, () =>
        ++calls === 1 ? refusal(429, 'Too many changes of rules.', 'rate_limited') : answer.promise,
      ),
    );
    await user.type(dialog.getByRole('textbox', { name: 'Threshold' }), '65');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Too many changes of rules.')).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() => expect(dialog.queryByText('Too many changes of rules.')).toBeNull());
    answer.resolve(Response.json({ ...RULE, threshold: 65, revision: 5 }));
  });
});
