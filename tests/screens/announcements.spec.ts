import { randomUUID } from 'node:crypto';
import { heardMusicHttp } from '@belfry/schemas/http/announcements/heard-music';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { createChain, createEmergencyHall } from '../browser/support/product/places.ts';
import { expect } from '../browser/support/test.ts';
import { deviceAuthorization } from '../support/device-authorization.ts';
import { createCompany, createDevice } from '../support/factories.ts';
import { tone, uploadAudio } from '../support/library.ts';
import { screenTest } from './support/screen-test.ts';

const russian = () => {
  if (globalThis.origin !== 'null') localStorage.setItem('language', JSON.stringify('ru'));
};

screenTest('saying something now', async ({ fixtures, open, page, stack, check }) => {
  const user = await fixtures.user();
  await createChain(stack, fixtures, user);
  await open(user, '/say');
  await expect(page.getByText('1 of 2 will hear it')).toBeVisible();
  await check('say, empty');
  await page.getByRole('textbox', { name: 'What' }).fill('Dear guests, welcome to {place}');
  await page.getByRole('button', { name: 'Show all places' }).click();
  const places = page.getByRole('list', { name: 'Places that would hear it' }).getByRole('listitem');
  await expect(places.filter({ hasText: 'Yard' })).toContainText('Offline');
  await check('say, preview');
  await page.getByRole('button', { name: 'All in English' }).click();
  await page.getByRole('button', { name: /^Speak/ }).click();
  const result = page.getByRole('region', { name: 'What became of it' });
  await expect(result).toContainText('1 of 2', { timeout: 60_000 });
  await expect(result.getByRole('button', { name: 'Say again to 1' })).toBeVisible();
  await check('say, result');
});

screenTest('saying something in Russian', async ({ fixtures, open, page, stack, check }) => {
  const user = await fixtures.user();
  const main = await createCompany(stack, { user_id: user.id, name: 'Chain' });
  const hall = await createCompany(stack, { below: main, name: 'Hall' });
  await fixtures.device({ user_id: user.id, company_id: hall.company_id });
  await page.addInitScript(russian);
  await open(user, '/say');
  await page.getByRole('textbox', { name: 'Что' }).fill('Bitte gehen Sie um 12:30 zum nächsten Ausgang. '.repeat(8));
  await expect(page.getByRole('button', { name: 'Убрать Chain' })).toBeVisible();
  await expect(page.getByText('Услышат 0 из 1')).toBeVisible();
  await expect(page.getByText(/^Произносится так: .*Ausgang/)).toBeVisible();
  await check('say now, Russian');
  await page.getByRole('button', { name: /^Сказать/ }).press('Enter');
  await page.getByRole('button', { name: /^Всё равно сказать/ }).press('Enter');
  await expect(page.getByRole('region', { name: 'Что получилось' })).toContainText('0 из 1');
  await check('say, Russian result');
});

screenTest('what was said, and a receipt', async ({ fixtures, open, page, stack, check }) => {
  const owner = await fixtures.user();
  const main = await createCompany(stack, { user_id: owner.id, name: 'Chain' });
  const hall = await createCompany(stack, { below: main, name: 'Hall' });
  await fixtures.device({ user_id: owner.id, company_id: hall.company_id });
  const body = { text: 'We close soon', targets: { nodes: [main.company_id] } };
  await stack.call(sayHttp.say, owner, body);
  await open(owner, '/activity');
  const said = page.getByRole('link', { name: 'We close soon' });
  await expect(said).toBeVisible();
  await check('activity');
  await said.click();
  await expect(page.getByRole('dialog')).toContainText('Chain / Hall');
  await check('a receipt');
});

screenTest('the music that places have heard', async ({ fixtures, open, page, stack, check }) => {
  const user = await fixtures.user();
  const main = await createCompany(stack, { user_id: user.id, name: 'Chain' });
  const hall = await createCompany(stack, { below: main, name: 'Hall of the northern building with a long name' });
  await open(user, '/activity?view=music');
  await expect(page.getByText('No music was reported for these days')).toBeVisible();
  await check('music, empty');
  const device = await createDevice(stack, { user_id: user.id, company_id: hall.company_id });
  const { body: audio } = await uploadAudio(stack, user, tone('mp3'), { name: 'Morning' });
  const at = new Date().toISOString();
  const tracks = [1, 2].map((seq) => ({ seq, sha256: audio.sha256, at, seconds: 200 }));
  const report = { journal: randomUUID(), tracks };
  const asDevice = { key: deviceAuthorization(device) };
  expect((await stack.call(heardMusicHttp.report, asDevice, report)).status).toBe(200);
  await page.reload();
  const list = page.getByRole('list', { name: 'Music that was heard' });
  await expect(list).toContainText('2 times · 7 min');
  await check('music');
  await page.addInitScript(russian);
  await page.reload();
  await expect(page.getByRole('list', { name: 'Какая музыка звучала' })).toContainText('2 раза · 7 мин');
  await check('music, Russian');
});

screenTest('an emergency', async ({ fixtures, open, page, stack, check }) => {
  await open(await createEmergencyHall(stack, fixtures), '/say');
  await page.getByRole('banner').getByRole('button', { name: 'Emergency', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Emergency' });
  await expect(dialog.getByText('1 of 1 loudspeaker would hear it now')).toBeVisible();
  // In two widths: it stays open when a phone is turned.
  await check('emergency screen');
  await dialog.getByRole('button', { name: /^Fire/ }).hover();
  await page.mouse.down();
  await expect(dialog).toBeHidden();
  await page.mouse.up();
  const banner = page.getByRole('alert').filter({ hasText: 'Emergency: Fire' });
  await expect(banner).toContainText('Heard by 1 of 1 loudspeaker', { timeout: 60_000 });
  await check('emergency banner');
  await banner.getByRole('button', { name: 'All clear' }).click();
  await expect(banner).toBeHidden();
});

screenTest('a drill in Russian', async ({ fixtures, open, page, stack, check }) => {
  await page.addInitScript(russian);
  await open(await createEmergencyHall(stack, fixtures), '/say');
  await page.getByRole('button', { name: 'Тревога', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Тревога' });
  await dialog.getByRole('switch', { name: 'Учебная' }).press('Space');
  await check('drill, Russian');
});
