import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { voiceFavoritesHttp } from '@belfry/schemas/http/speech/voice-favorites';
import type { Locator, Page } from '@playwright/test';
import { createCompany, createUser } from '../support/factories.ts';
import { openWithState } from '../browser/support/pages/account-forms.ts';
import { eventsOf } from '../browser/support/pages/calendar-page.ts';
import { expect } from '../browser/support/test.ts';
import { publicPaths, screensInShell } from './support/screen-paths.ts';
import { screenTest } from './support/screen-test.ts';

/** Each path with what its screen shows once its content is there; a screen without a line shows its label as a heading. */
type Screens = Record<string, (page: Page) => Locator>;

const headingOf =
  (name: string | RegExp, level?: number) =>
  (page: Page): Locator =>
    page.getByRole('heading', { name, ...(level !== undefined && { level }) });
const itemOf =
  (list: string, text: string) =>
  (page: Page): Locator =>
    page.getByRole('list', { name: list }).getByRole('listitem').filter({ hasText: text });

/** Screens that a user opens. */
const OF_USER: Screens = {
  '/home': headingOf(/^Hello, /),
  '/navigation': (page) => page.getByRole('treeitem', { name: 'Hall' }),
  '/add': (page) => page.getByRole('textbox', { name: 'Code' }),
  '/places/:id': (page) => page.getByText('There is no such place, or you have no access to it.'),
  '/say': (page) => page.getByRole('button', { name: 'Remove Chain' }),
  '/calendar': (page) => eventsOf(page, 'Quiet').first(),
  '/schedule': (page) => page.getByRole('button', { name: 'Total 1' }),
  '/library': itemOf('All', 'Opening hours'),
  '/library/voices': itemOf('Voices', 'English'),
  '/language': itemOf('Favorites', 'Finnish A (female)'),
  '/sms': (page) => page.getByText('No devices selected'),
  '/settings': (page) => page.getByRole('switch', { name: 'Auto-save' }),
  '/settings/me': (page) => page.getByRole('switch', { name: 'Auto-save' }),
  '/settings/people': headingOf('People', 1),
  '/settings/organisation': (page) => page.getByRole('slider', { name: 'Music' }),
  '/settings/connections': (page) => page.getByText('No webhooks yet'),
  '/see-as': (page) => page.getByText('Nobody to show'),
  '/help': headingOf('Keyboard'),
  '/password': headingOf('Change password', 1),
};
/** Those that only administrators open. */
const OF_ADMINISTRATOR: Screens = {
  '/devices': (page) => page.getByRole('article', { name: /^Device / }).first(),
  '/voices': (page) => page.getByRole('table', { name: 'Voices' }).getByRole('rowheader').first(),
  '/settings/software': headingOf('Client Version Management'),
  '/admin': (page) => page.getByRole('table', { name: 'Users' }).getByRole('row').nth(1),
};
const PUBLIC: Screens = {
  '/login': (page) => page.getByRole('button', { name: 'Sign In' }),
  '/player': (page) => page.getByRole('button', { name: 'Start this loudspeaker' }),
  '/register': (page) => page.getByText(/^Could not auto-detect/),
  '/forgot-password': (page) => page.getByRole('textbox', { name: 'Email' }),
  '/unlock?token=story': (page) => page.getByText('With this link you can sign in at once.'),
  '/invitation?token=story': (page) => page.getByRole('alert'),
  '/sign-on#story': (page) => page.getByText(/^This sign-in has expired or was used before/),
  '/change-password?token=story': (page) => page.getByRole('link', { name: 'Request a new link' }),
  '/confirm-recipient?token=story': (page) => page.getByRole('button', { name: 'I want these messages' }),
  '/c#story': (page) => page.getByRole('button', { name: 'I want these messages' }),
  '/a#story': (page) => page.getByText('This link has expired.'),
  '/screen#story': (page) => page.getByRole('heading', { name: 'This display was removed' }),
};
/** Those that another screen opens with what it knows. */
const CONFIRMATIONS = {
  '/confirm-email': { email: 'walker@belfry.test' },
  '/confirm-phone': { phone: '+79161234567' },
};

const navigationOf = (page: Page): Locator => page.getByRole('navigation', { name: 'Main navigation' });

/** Opens a screen as people do. */
async function follow(page: Page, path: string, linked: boolean): Promise<void> {
  if (path === '/help') return page.getByRole('banner').getByRole('link', { name: 'Help' }).click();
  if (path === '/password') {
    await page.getByRole('button', { name: /^Account: / }).click();
    return page.getByRole('menuitem', { name: 'Change password' }).click();
  }
  if (!linked) {
    await page.goto(path);
    return;
  }
  await navigationOf(page)
    .getByRole('link')
    .and(page.locator(`[href="${path}"]`))
    .click();
  // The tree is that of the company which is chosen.
  if (path === '/navigation')
    await page
      .getByRole('row', { name: /^Chain/ })
      .getByRole('button')
      .click();
}

async function walk(
  page: Page,
  audience: 'everyone' | 'administrators',
  screens: Screens,
  check: (path: string) => Promise<void>,
): Promise<void> {
  for (const { path, label, access, linked } of screensInShell()) {
    if (access !== audience) continue;
    await follow(page, path, linked);
    await expect((screens[path] ?? headingOf(label))(page)).toBeVisible();
    const isBelowEntry = /^\/(places|settings|library)\//.test(path);
    await expect(navigationOf(page).locator('[aria-current="page"]')).toHaveCount(linked || isBelowEntry ? 1 : 0);
    // The tooltip of what is below the pointer is not part of the screen.
    await page.mouse.move(0, 0);
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    await check(path);
  }
}

screenTest(
  'every screen of a user opens by its link',
  { tag: '@gate' },
  async ({ page, fixtures, open, stack, check }) => {
    const user = await fixtures.user();
    const { key } = user;
    const main = await createCompany(stack, { user_id: user.id, name: 'Chain' });
    const hall = await createCompany(stack, { below: main, name: 'Hall' });
    await fixtures.device({ user_id: user.id, company_id: hall.company_id });
    const silence = { action: { type: 'silence' }, duration_minutes: 60, targets: { nodes: [main.company_id] } };
    await stack.call(
      schedulesHttp.create,
      { key },
      { name: 'Quiet', starts_at: '2026-01-01T12:00', rrule: 'FREQ=DAILY', ...silence },
    );
    const message = { name: 'Opening hours', variants: [{ language: 'en', text: 'We are open at {place}' }] };
    await stack.call(messagesHttp.create, { key }, message);
    await stack.call(voiceFavoritesHttp.add, { key }, { voice_name: 'fi-FI-Standard-A' });
    await open(user, '/help');
    await expect(navigationOf(page)).toBeVisible();
    await walk(page, 'everyone', OF_USER, check);
  },
);

screenTest(
  'every screen of an administrator opens by its link',
  { tag: '@gate' },
  async ({ page, fixtures, open, stack, check }) => {
    const device = await fixtures.connect(await fixtures.device({ note: 'Central Station, platform 4' }));
    await device.metrics();
    const { email } = await createUser(stack, { email_confirm: false });
    await stack.call(registrationHttp.resendEmail, null, { email });
    await open(await fixtures.root(), '/home');
    await expect(page.getByRole('heading', { name: /^Hello, / })).toBeVisible();
    await check('home of an administrator');
    await walk(page, 'administrators', OF_ADMINISTRATOR, check);
  },
);

screenTest('every public screen opens', { tag: '@gate' }, async ({ page, check }) => {
  for (const [path, contentOf] of Object.entries(PUBLIC)) {
    await page.goto(path);
    await expect(contentOf(page)).toBeVisible();
    await check(path);
  }
  for (const [path, state] of Object.entries(CONFIRMATIONS)) {
    await openWithState(page, path, state);
    await check(path);
  }
});

screenTest('every screen of the console is checked', { tag: '@gate' }, () => {
  const paths = screensInShell().map(({ path }) => path);
  expect(paths.length).toBeGreaterThan(10);
  expect(Object.keys({ ...OF_USER, ...OF_ADMINISTRATOR }).filter((path) => !paths.includes(path))).toEqual([]);
  const checked = Object.keys({ ...PUBLIC, ...CONFIRMATIONS }).map((path) => path.replace(/[?#].*/, ''));
  // The sign-in page is shown at every other path.
  expect([...publicPaths(), '/login'].toSorted()).toEqual(checked.toSorted());
});

screenTest('without a session every screen of the shell shows the sign-in page', async ({ page }) => {
  for (const path of ['/', ...screensInShell().map((screen) => screen.path)]) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/login$/);
    await expect(page.getByRole('button', { name: 'Sign In' }), path).toBeVisible();
  }
});

screenTest('a screen of the administrators tells a user who may open it', async ({ page, fixtures, open, check }) => {
  await open(await fixtures.user(), '/home');
  for (const { path, access } of screensInShell()) {
    if (access !== 'administrators') continue;
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading', { level: 1, name: /^Access Denied/ })).toBeVisible();
  }
  await check('access denied');
});
