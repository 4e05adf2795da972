import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import { BREAKPOINTS, type Breakpoint } from '../lib/breakpoints.ts';

/**
 * The one token file; see SHELL-8. Each accent has a text colour per scheme, readable on all three
 * surfaces, and one fill, readable under white: WCAG 2.2 AA, kept by theme.test.ts. In style sheets they are
 * `var(--bf-<token>)`, in Mantine props `color="purple"`.
 */
export const SURFACES = ['page', 'card', 'raised'] as const;
export const ACCENTS = ['purple', 'company', 'element', 'device', 'error', 'success', 'warning'] as const;
type Accent = (typeof ACCENTS)[number];
type Tokens = Record<(typeof SURFACES)[number] | Accent | 'overlay' | 'text' | 'dim' | 'line' | 'control', string>;

export const TOKENS: Record<'dark' | 'light', Tokens> = {
  dark: {
    page: '#0d0f15',
    card: '#151822',
    raised: '#1e222f',
    overlay: '#1e222f',
    line: '#2a2f3e',
    control: '#6b7390',
    text: '#e7e9f0',
    dim: '#9aa1b5',
    purple: '#a994ff',
    company: '#6cb2ff',
    element: '#5fd38d',
    device: '#ffac5c',
    error: '#ff8a8a',
    success: '#4fd88a',
    warning: '#ffc857',
  },
  light: {
    page: '#f3f4f8',
    card: '#ffffff',
    raised: '#eceef5',
    overlay: '#ffffff',
    line: '#d9dce6',
    control: '#7b8299',
    text: '#171a24',
    dim: '#565e74',
    purple: '#5b3fd0',
    company: '#0b62b8',
    element: '#14713f',
    device: '#9a4a00',
    error: '#b91c2c',
    success: '#0f7040',
    warning: '#875400',
  },
};

export const FILLS: Record<Accent, string> = {
  purple: '#6a4be0',
  company: '#1f6bbd',
  element: '#157a45',
  device: '#a8540a',
  error: '#c92a3c',
  success: '#157a45',
  warning: '#8f5a00',
};

const channels = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
const mix = (from: string, to: string, share: number): string => {
  const target = channels(to);
  const mixed = channels(from).map((value, index) => Math.round(value + ((target[index] ?? 0) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
};

const LIGHTER = [0.92, 0.8, 0.64, 0.48, 0.32, 0.16];
const DARKER = [0.14, 0.28, 0.42];
/** Ten shades with the fill as the seventh, which is Mantine's shade for filled controls here. */
const shades = (fill: string): MantineColorsTuple =>
  [
    ...LIGHTER.map((share) => mix(fill, '#ffffff', share)),
    fill,
    ...DARKER.map((share) => mix(fill, '#000000', share)),
  ] as unknown as MantineColorsTuple;

/** Mantine's greys for chips, skeletons, tracks and drop areas, as light as its own, with the hue of the surfaces. */
const DARK = '#c9cdd8 #b8bdcb #828aa0 #696f86 #3a4054 #333a4c #272c3b #1e222f #1a1d29 #12141c';

/** The first width that is wider than a breakpoint: Mantine begins where style sheets end. */
const above = (name: Breakpoint): string => `${(BREAKPOINTS[name] + 1) / 16}em`;

export const theme = createTheme({
  primaryColor: 'purple',
  primaryShade: 6,
  colors: {
    ...Object.fromEntries(ACCENTS.map((accent) => [accent, shades(FILLS[accent])])),
    dark: DARK.split(' ') as unknown as MantineColorsTuple,
  },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  // Five sizes of text, two weights (base.css has those of Mantine's own), two radii and round ones.
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
      h4: { fontSize: '14px', lineHeight: '20px' },
      h5: { fontSize: '14px', lineHeight: '20px' },
      h6: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  radius: { xs: '6px', sm: '6px', md: '6px', lg: '10px', xl: '1000px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  breakpoints: { xs: above('phone'), sm: above('tablet'), md: above('laptop'), lg: above('desktop') },
  components: {
    // The header of a dialog is no banner of the page.
    Modal: { defaultProps: { radius: 'lg', attributes: { header: { role: 'presentation' } } } },
    Drawer: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
    Paper: { defaultProps: { radius: 'lg' } },
    // The placeholder is no item, which a menu may not have.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
  },
});

const surfaces = ({ page, raised, line, control, text, dim, card, error }: Tokens): Record<string, string> => ({
  '--mantine-color-body': page,
  '--mantine-color-text': text,
  '--mantine-color-bright': text,
  '--mantine-color-dimmed': dim,
  '--mantine-color-placeholder': dim,
  '--mantine-color-error': error,
  '--mantine-color-anchor': 'var(--bf-purple)',
  '--mantine-color-default': raised,
  '--mantine-color-default-color': text,
  '--mantine-color-default-hover': `color-mix(in srgb, ${raised}, ${text} 8%)`,
  '--mantine-color-default-border': line,
  '--mantine-color-disabled': raised,
  '--mantine-color-disabled-color': dim,
  '--mantine-color-disabled-border': line,
  '--bf-input': card,
  '--bf-control': control,
});

const variablesOf = (tokens: Tokens): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(tokens).map(([name, value]) => [`--bf-${name}`, value])),
  ...surfaces(tokens),
  ...Object.fromEntries(
    ACCENTS.flatMap((accent) => [
      [`--mantine-color-${accent}-text`, tokens[accent]],
      [`--mantine-color-${accent}-filled`, FILLS[accent]],
      [`--mantine-color-${accent}-filled-hover`, mix(FILLS[accent], '#000000', 0.12)],
      [`--mantine-color-${accent}-light`, `color-mix(in srgb, ${tokens[accent]} 14%, transparent)`],
      [`--mantine-color-${accent}-light-hover`, `color-mix(in srgb, ${tokens[accent]} 20%, transparent)`],
      [`--mantine-color-${accent}-light-color`, tokens[accent]],
      [`--mantine-color-${accent}-outline`, tokens[accent]],
      [`--mantine-color-${accent}-outline-hover`, `color-mix(in srgb, ${tokens[accent]} 8%, transparent)`],
    ]),
  ),
});

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: { '--bf-content-width': '1200px' },
  dark: variablesOf(TOKENS.dark),
  light: variablesOf(TOKENS.light),
});
