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
];

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
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
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
      !element.matches('[role=switch], .mantine-SegmentedControl-control') &&
      !HEIGHTS.has(Math.round(height))
    )
      broken.add(`height of a control: ${Math.round(height)}, ${where(element)}`);
    const radius = parseFloat(style.borderTopLeftRadius);
    const isRound = radius >= Math.min(width, height) / 2 - ROUND || style.borderTopLeftRadius.endsWith('%');
    if (isPainted(style) && radius > 0 && !isRound && radius !== 6 && radius !== 10)
      broken.add(`radius: ${style.borderTopLeftRadius}, ${where(element)}`);
    if (style.backgroundColor === accent && width * height > 200 && element.matches('button, a')) {
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

test(
  'new pages have five sizes of text, two weights, three heights of controls, two radii and one accent',
  { tag: '@gate' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    await createChain(stack, fixtures, user);
    const { body } = await stack.call(placesHttp.list, user);
    const place = body[0]?.company_id ?? 0;
    await stack.call(messagesHttp.create, user, { name: 'Closing', variants: [{ language: 'en', text: 'We close' }] });
    await stack.call(sayHttp.say, user, { text: 'Welcome', targets: { nodes: [place] } });
    await page.addInitScript(() => {
      if (globalThis.origin !== 'null') localStorage.setItem('theme', 'auto');
    });
    const broken: Record<string, string[]> = {};
    await open(user, '/help');
    for (const path of pagesOf(place)) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        const found = await page.evaluate(findBroken);
        if (found.length > 0) broken[`${path} ${colorScheme}`] = found;
      }
    }
    expect(broken).toEqual({});
  },
);
