import { profileWithSerial } from '@belfry/device-firmware-sim/fleet/device-profiles';
import { contactGroupsHttp } from '@belfry/schemas/http/scenarios/contacts';
import { destinationsHttp } from '@belfry/schemas/http/scenarios/destinations';
import { scenariosHttp } from '@belfry/schemas/http/scenarios/scenarios';
import { screensHttp } from '@belfry/schemas/http/scenarios/screens';
import { triggersHttp } from '@belfry/schemas/http/triggers/triggers';
import { createSpeakers } from '../../support/factories.ts';
import { success } from '../../support/http-client.ts';
import { smsTo } from '../../support/outbox.ts';
import { startChatServer } from '../../support/services/chat-server.ts';
import { signHook } from '../../support/services/webhook-receiver.ts';
import { expect, test } from '../support/test.ts';

const PHONE = '+37120000077';

test('a hook starts a scenario in all channels: what it missed had been named, and its run has every receipt', async ({
  fixtures,
  open,
  page,
  stack,
  context,
}) => {
  test.setTimeout(180_000);
  Object.assign(stack.config, { WEBHOOK_ALLOW: '127.0.0.1' });
  const chat = await startChatServer();
  const owner = await fixtures.user();
  const { company, ids } = await createSpeakers(stack, owner, 2);
  const { company_id } = company;
  const [hall, yard] = [
    await fixtures.device({ user_id: owner.id, company_id: ids[0] ?? 0 }),
    await fixtures.device({ user_id: owner.id, company_id: ids[1] ?? 0 }),
  ];
  const base = profileWithSerial(hall.serial);
  const profile = { ...base, behaviour: { ...base.behaviour, outputs: ['strobe'] } };
  await fixtures.simulate(hall, { apiUrl: stack.url, profile });
  expect(yard.serial).not.toBe(hall.serial);

  const group = await success(stack.call(contactGroupsHttp.create, owner, { name: 'Parents', company_id }));
  const body = ['name,email,phone,language', `Anna,anna@belfry.test,${PHONE},de`, 'Boris,boris@belfry.test,,en'].join(
    '\n',
  );
  await success(stack.call(contactGroupsHttp.import, owner, { id: group.id, body }));
  await stack.db
    .updateTable('confirmed_recipients')
    .set({ confirmed_at: new Date() })
    .where('recipient', 'in', ['anna@belfry.test', 'boris@belfry.test', PHONE])
    .execute();
  const teams = { name: 'Teachers', service: 'teams' as const, url: chat.urlOf('teams'), company_id };
  const { id: destination_id } = await success(stack.call(destinationsHttp.create, owner, teams));
  const display = await success(stack.call(screensHttp.create, owner, { name: 'Entrance', company_id }));
  const targets = { nodes: [company_id] };
  const recipients = { contacts: [group.id] };
  const { id: scenario_id } = await success(
    stack.call(scenariosHttp.create, owner, {
      name: 'Water',
      company_id,
      actions: [
        { kind: 'say', text: 'Water in the {text}', targets },
        { kind: 'screen', text: 'Water in the {text}', colour: 'blue', targets },
        { kind: 'output', output: 'strobe', state: 'on', targets },
        { kind: 'sms', text: 'Water in the {text}', recipients },
        { kind: 'mail', subject: 'Water in the {text}', text: 'Level {hook.level}', recipients },
        { kind: 'chat', destination_id, text: 'Water in the {text}' },
      ],
    }),
  );
  const trigger = await success(
    stack.call(triggersHttp.create, owner, {
      name: 'Sensor',
      company_id,
      source: { type: 'hook' },
      scenario_id,
      mode: 'automatic',
      drill: false,
    }),
  );

  // The display hangs there, without an account.
  const shown = await context.newPage();
  await shown.goto(display.url.slice(new URL(display.url).origin.length));
  await expect(shown.getByRole('heading', { level: 1 })).toHaveText(/^Company/);

  // The same by its path.
  await shown.goto(`/screen/${new URL(display.url).hash.slice(1)}`);
  await expect(shown.getByRole('heading', { level: 1 })).toHaveText(/^Company/);

  await open(owner, `/scenarios?view=edit&open=${scenario_id}`);
  const drawer = page.getByRole('dialog');
  await expect(drawer).toContainText('Speaker 2: offline');
  await expect(drawer).toContainText('Boris: no phone number');

  const call = { hook_id: trigger.hook_path?.split('/').at(-1) ?? '' };
  const posted = JSON.stringify({ text: 'cellar', level: 7 });
  const headers = signHook(trigger.secret ?? '', { id: 'msg_water', body: posted });
  expect((await stack.raw(triggersHttp.hook, null, { ...call, body: posted }, { headers })).status).toBe(202);

  await expect(shown.getByText('Water in the cellar')).toBeVisible();
  expect((await smsTo(stack, PHONE)).text).toContain('Water in the cellar');
  await page.goto('/scenarios?view=runs');
  await page.getByRole('link', { name: /^Water/ }).click();
  const steps = page.getByRole('main').getByRole('listitem');
  const step = (kind: string) => steps.filter({ hasText: kind }).first();
  for (const [kind, receipts] of [
    ['Say', ['Speaker 1', 'Speaker 2']],
    ['Show on displays', ['Entrance']],
    ['Switch an output', ['Speaker 1', 'Speaker 2']],
    ['SMS', ['Anna', 'Boris']],
    ['Mail', ['Anna', 'Boris']],
    ['Chat', ['Teachers']],
  ] as const)
    for (const who of receipts) await expect(step(kind)).toContainText(who, { timeout: 60_000 });
  for (const [kind, state] of [
    ['Say', 'Heard'],
    ['Show on displays', 'Shown'],
    ['Switch an output', 'Switched on'],
    ['SMS', 'no phone number'],
  ] as const)
    await expect(step(kind)).toContainText(state, { timeout: 60_000 });
  expect(chat.received.filter(({ path }) => path === '/teams')).toHaveLength(1);

  await page.getByRole('button', { name: 'End' }).click();
  await expect(shown.getByText('Water in the cellar')).toBeHidden();
  chat.stop();
});
