import type { Plugin } from 'vite';
import { BREAKPOINTS, upTo, type Breakpoint } from '../src/lib/breakpoints.ts';

const NAMED = /@media \(--(\w+)\)/g;
const isBreakpoint = (name: string): name is Breakpoint => name in BREAKPOINTS;

/** Replaces the named widths of style sheets: `@media (--tablet)`. @throws for a name that is no breakpoint. */
export const breakpoints = (): Plugin => ({
  name: 'breakpoints',
  enforce: 'pre',
  transform: {
    filter: { id: /\.css$/ },
    handler(code) {
      return code.replace(NAMED, (_rule, name: string) => {
        if (!isBreakpoint(name)) this.error(`There is no breakpoint ${name}`);
        return `@media ${upTo(name)}`;
      });
    },
  },
});
