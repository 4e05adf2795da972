import type { Page } from '@playwright/test';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { placesHttp } from '@belfry/schemas/http/places/places';
import { createChain } from '../../browser/support/product/places.ts';
import { expect, test } from '../../browser/support/test.ts';

/** Every page that no row of the specification describes. */
const pagesOf = (place: number): string[] => [
  '/home',
  '/say',
  '/calendar',
  '/places',
  '/places?view=loudspeakers',
  ...['now', 'calendar', 'activity', 'loudspeakers', 'about'].map((tab) => `/places/${place}?tab=${tab}`),
  '/library',
  '/library?kind=dictionary',
  '/library/voices',
  '/activity?view=all',
  '/activity?view=reports',
  '/add',
  '/settings/me',
  '/settings/people',
  '/settings/organisation',
  '/settings/connections',
  ...['triggers', 'alerts', 'home-assistant', 'chats', 'contacts', 'screens', 'keys'].map(
    (view) => `/settings/connections?view=${view}`,
  ),
  '/scenarios',
  '/scenarios?view=edit',
  '/help',
];

/** Drawers, each as its page opens it. */
const drawersOf = (place: number, speaker: string, text: number, run: string): string[] => [
  `/places/${place}?tab=loudspeakers&speaker=${speaker}`,
  `/library?open=messages:${text}`,
  '/calendar?open=year',
  '/calendar?open=music',
  '/calendar?open=work:new',
  '/calendar?open=plan:new',
  `/activity?view=said&open=said:${run}`,
];
const ROOT_PAGES = ['/settings/software', '/settings/server'];
const SIZES = [
  { width: 1_440, height: 900 },
  { width: 390, height: 844 },
] as const;

/** What breaks a rule, as `rule: what, where`. It runs in the page. */
function findBroken(): string[] {
  const SIZES = new Set(['12px', '14px', '16px', '20px', '28px']);
  const WEIGHTS = new Set(['400', '600']);
  const HEIGHTS = new Set([24, 32, 40, 44]);
  const ROUND = 1;
  const broken = new Set<string>();
  const colourOf = (name: string): string => {
    const probe = document.createElement('span');
    probe.style.color = `var(${name})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
  const [accent, redFill, redText] = [
    colourOf('--mantine-color-purple-filled'),
    colourOf('--mantine-color-error-filled'),
    colourOf('--bf-error'),
  ];
  const where = (element: Element): string => {
    const text = (element.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 30);
    const name = [...element.classList].map((each) => each.replace(/^_|_\w{5}_\d+$|^m_\w+$/g, '')).filter(Boolean);
    return `${element.tagName.toLowerCase()}.${name.slice(0, 2).join('.')} “${text}”`;
  };
  const isPainted = ({ backgroundColor, borderTopWidth, borderTopStyle }: CSSStyleDeclaration): boolean =>
    !/^rgba\(.*, 0\)$|transparent/.test(backgroundColor) || (borderTopWidth !== '0px' && borderTopStyle !== 'none');
  const isSurface = (element: Element, style = getComputedStyle(element)): boolean =>
    ['Top', 'Right', 'Bottom', 'Left'].every(
      (side) => parseFloat(style.getPropertyValue(`border-${side.toLowerCase()}-width`)) > 0,
    ) && style.borderTopLeftRadius === '10px';
  let filled = 0;
  // What adds is there once, and what edits once for each object.
  const changes = new Set<string>();
  // A drawer is a view of its own.
  const view = [...document.querySelectorAll('[role=dialog][aria-modal=true]')].at(-1) ?? document.body;
  for (const element of view.querySelectorAll<HTMLElement>('*')) {
    if (element.closest('svg, [data-emergency], details:not([open]) > :not(summary), [aria-hidden="true"]')) continue;
    const { width, height, bottom } = element.getBoundingClientRect();
    // What is above the window comes with the focus.
    if (
      bottom <= 0 ||
      width < 2 ||
      height < 2 ||
      !element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })
    )
      continue;
    const style = getComputedStyle(element);
    if (style.clipPath !== 'none' || (style.position === 'fixed' && height < 2)) continue;
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === 3 && (node.textContent ?? '').trim() !== '',
    );
    if (hasText && !element.closest('code, pre')) {
      const emblem = /^\p{Extended_Pictographic}/u.test((element.textContent ?? '').trim());
      if (!emblem && !SIZES.has(style.fontSize)) broken.add(`size of text: ${style.fontSize}, ${where(element)}`);
      if (!WEIGHTS.has(style.fontWeight)) broken.add(`weight: ${style.fontWeight}, ${where(element)}`);
      if (style.color === redText && !element.closest('[role=alert]')) broken.add(`red at rest: ${where(element)}`);
    }
    const isControl = element.matches(
      'button, a.mantine-Button-root, input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=hidden]), select',
    );
    if (
      isControl &&
      isPainted(style) &&
      // The button that a thumb holds to talk is as high as it is wide on a desk.
      !element.matches('[role=switch], .mantine-SegmentedControl-control, [data-light]') &&
      !HEIGHTS.has(Math.round(height))
    )
      broken.add(`height of a control: ${Math.round(height)}, ${where(element)}`);
    const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
    if (element.matches('button, a') && /\b(refresh|reload)/i.test(name))
      broken.add(`a page that is live has no such control: ${where(element)}`);
    if (element.matches('main :is(button, a)') && /^(add|edit)\b/i.test(name)) {
      if (changes.has(name)) broken.add(`the same twice: ${where(element)}`);
      changes.add(name);
    }
    const radius = parseFloat(style.borderTopLeftRadius);
    const isRound = radius >= Math.min(width, height) / 2 - ROUND || style.borderTopLeftRadius.endsWith('%');
    if (isPainted(style) && radius > 0 && !isRound && radius !== 6 && radius !== 10)
      broken.add(`radius: ${style.borderTopLeftRadius}, ${where(element)}`);
    // Say in the bar of a phone is on every page.
    const isAccent = style.backgroundColor === accent && width * height > 200 && element.matches('button, a');
    if (isAccent && !element.closest('nav')) {
      filled += 1;
      if (filled > 1) broken.add(`a second accent: ${where(element)}`);
    }
    if (style.backgroundColor === redFill && width * height > 200) broken.add(`red fill at rest: ${where(element)}`);
    if (isSurface(element, style)) {
      const outer = element.parentElement?.closest('*');
      for (let above = outer; above; above = above.parentElement)
        if (isSurface(above)) broken.add(`a card in a card: ${where(element)}`);
    }
  }
  return [...broken];
}

/** What breaks a rule on these pages, dark and light, on a desk and on a phone. */
async function findBrokenOn(page: Page, paths: readonly string[], isReady: (path: string) => Promise<void>) {
  const broken: Record<string, string[]> = {};
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const path of paths) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      await isReady(path);
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        const found = await page.evaluate(findBroken);
        if (found.length > 0) broken[`${path} ${size.width} ${colorScheme}`] = found;
      }
    }
  }
  return broken;
}

test(
  'new pages and drawers have five sizes of text, two weights, three heights of controls, two radii and one accent',
  { tag: '@gate' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    const { serial } = await createChain(stack, fixtures, user);
    const { body } = await stack.call(placesHttp.list, user);
    const place = body[0]?.company_id ?? 0;
    const text = await stack.call(messagesHttp.create, user, {
      name: 'Closing',
      variants: [{ language: 'en', text: 'We close' }],
    });
    const said = await stack.call(sayHttp.say, user, { text: 'Welcome', targets: { nodes: [place] } });
    await page.addInitScript(() => {
      if (globalThis.origin !== 'null') localStorage.setItem('theme', 'auto');
    });
    const isBusy = '[aria-busy="true"]';
    await open(user, '/help');
    const pages = await findBrokenOn(page, pagesOf(place), () =>
      expect(page.getByRole('main').locator(isBusy)).toHaveCount(0),
    );
    const drawers = await findBrokenOn(page, drawersOf(place, serial, text.body.id, said.body.run_id), async () => {
      await expect(page.getByRole('dialog')).toBeVisible();
      await expect(page.getByRole('dialog').locator(isBusy)).toHaveCount(0);
    });
    expect({ ...pages, ...drawers }).toEqual({});
  },
);

test('the pages of who runs the installation have them too', { tag: '@gate' }, async ({ fixtures, open, page }) => {
  await open(await fixtures.root(), '/help');
  const ready = () => expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
  expect(await findBrokenOn(page, ROOT_PAGES, ready)).toEqual({});
});
