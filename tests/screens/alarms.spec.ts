import { advanceAlarms } from '@belfry/api/features/alarms/evaluator/advance';
import { storeChanges } from '@belfry/api/features/alarms/evaluator/conditions.repository';
import { ALARM_NAMES } from '@belfry/schemas/domain/alarm-names';
import { maintenanceHttp } from '@belfry/schemas/http/alarms/maintenance';
import { alarmRulesHttp } from '@belfry/schemas/http/alarms/rules';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { expect } from '../browser/support/test.ts';
import { createShops } from '../support/teams.ts';
import { createDevice } from '../support/factories.ts';
import { screenTest } from './support/screen-test.ts';
import { type ScreenLanguage, textsOf } from './support/texts.ts';

const LANGUAGES: readonly ScreenLanguage[] = ['en', 'ru'];

for (const language of LANGUAGES) {
  const speak = (chosen: ScreenLanguage) => localStorage.setItem('language', JSON.stringify(chosen));
  const t = textsOf(language, 'alarms');

  screenTest(`an alarm: ${language}`, async ({ open, page, stack, check }) => {
    await page.addInitScript(speak, language);
    const { owner, own } = await createShops(stack);
    const place = { company_id: own.node.company_id };
    const { device_id } = await createDevice(stack, { user_id: owner.id, ...place });
    // With the button of emergencies the header is as full as it gets.
    const fire = { name: 'Fire', variants: [{ language: 'en', text: 'Fire' }], emergency: true };
    await stack.call(messagesHttp.create, owner, fire);
    const now = Date.now();
    const subject = `device:${device_id}`;
    const hot = { kind: 'temperature', subject, owner_id: owner.id, device_id, ...place, value: 95 } as const;
    await storeChanges(stack.db, [{ ...hot, bad: true, since: now - 600_000 }], now);
    await advanceAlarms(stack.db, { now, hearing: true, listeners: [] });
    await open({ ...owner, role: 'user' }, '/activity?view=needs');
    const row = page.getByRole('link', { name: ALARM_NAMES[language].temperature });
    await expect(row).toBeVisible();
    await check('the list');
    await row.click();
    const details = page.getByRole('dialog', { name: ALARM_NAMES[language].temperature });
    await expect(details.getByText(t('meaning.temperature'))).toBeVisible();
    await check('an alarm');
    await details.getByRole('textbox', { name: t('comment.label') }).fill('Somebody is on the way');
    await details.getByRole('button', { name: textsOf(language, 'list')('menu') }).click();
    await expect(details.getByRole('menuitem', { name: t('snooze.hours_168') })).toBeVisible();
    await check('an alarm that is to be snoozed');
    await page.keyboard.press('Escape');
    await details.getByRole('button', { name: t('acknowledge') }).click();
    await expect(details.getByRole('region', { name: t('history') })).toContainText(t('events.acknowledged'));
    await check('an acknowledged alarm');
  });

  screenTest(`rules and maintenance: ${language}`, async ({ open, page, stack, check }) => {
    await page.addInitScript(speak, language);
    const { owner, main, own } = await createShops(stack);
    const rules = textsOf(language, 'alarm-rules');
    const windows = textsOf(language, 'alarm-maintenance');
    await stack.call(alarmRulesHttp.create, owner, { company_id: main.company_id, kind: 'disk', threshold: 80 });
    await stack.call(maintenanceHttp.create, owner, {
      company_id: own.company.company_id,
      name: 'Network',
      starts_at: '2026-01-05T22:00',
      duration_minutes: 90,
      rrule: 'FREQ=WEEKLY;BYDAY=MO,TH',
    });
    await open({ ...owner, role: 'user' }, `/activity?view=rules&node=${own.company.company_id}`);
    const disk = rules('edit_kind', { kind: ALARM_NAMES[language].disk });
    await expect(page.getByRole('button', { name: disk })).toBeVisible();
    await expect(page.getByRole('table')).toContainText(rules('source.node', { name: 'Chain' }));
    await check('the rules');
    await page.getByRole('button', { name: disk }).press('Enter');
    await expect(page.getByRole('dialog', { name: ALARM_NAMES[language].disk })).toBeVisible();
    await check('a rule');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.goto('/activity?view=maintenance');
    const list = page.getByRole('list', { name: windows('table') });
    await expect(list).toContainText('Network');
    await check('maintenance');
    await list.getByRole('link', { name: 'Network' }).click();
    const drawer = page.getByRole('dialog', { name: /^Network/ });
    await drawer.getByRole('button', { name: windows('change') }).click();
    await expect(page.getByRole('dialog', { name: windows('change_title') })).toBeVisible();
    await check('a maintenance window');
    await page.keyboard.press('Escape');
    await drawer.getByRole('button', { name: textsOf(language, 'list')('menu') }).click();
    await page.getByRole('menuitem', { name: windows('delete') }).click();
    await expect(page.getByRole('dialog', { name: windows('delete_title') })).toBeVisible();
    await check('the question of maintenance');
    await page.goto('/activity?view=maintenance');
    await page.getByRole('link', { name: windows('plan') }).click();
    await expect(page.getByRole('dialog', { name: windows('plan') }).last()).toBeVisible();
    await check('a new maintenance window');
    const reports = textsOf(language, 'reports');
    await page.goto(`/activity?view=reports&node=${own.company.company_id}`);
    await expect(page.getByRole('heading', { name: reports('alarms.title') })).toBeVisible();
    await expect(page.getByText(reports('missed.nothing'))).toBeVisible();
    await check('a report');
  });
}
