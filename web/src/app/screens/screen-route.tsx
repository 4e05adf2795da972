import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { loadAllTexts } from '../../lib/i18n.ts';
import { lazyPart, type LazyPart } from '../../ui/states/lazy-part.tsx';
import { CardSkeletons, LineSkeletons } from '../../ui/states/skeletons.tsx';
import { CrashScreen } from '../crash-screen.tsx';
import classes from './screen-route.module.css';

type Screen = ComponentType<object>;

/** A screen with what every screen but the sign-in page needs, all at the same time. */
const withConsole = (load: () => Promise<Screen>) => async (): Promise<Screen> => {
  const [screen] = await Promise.all([load(), import('../console-parts.ts'), loadAllTexts()]);
  return screen;
};

const ScreenSkeleton = () => <CardSkeletons count={4} height={140} />;

const PublicSkeleton = () => (
  <div className={classes.card}>
    <LineSkeletons count={5} height={24} />
  </div>
);

const PageSkeleton = () => (
  <div className={classes.page}>
    <ScreenSkeleton />
  </div>
);

/** Loads at the beginning of the navigation, beside the screens around it and inside it. */
const begin =
  ({ preload }: LazyPart<object>) =>
  (): null => {
    preload();
    return null;
  };

function route(path: string, Part: LazyPart<object>): RouteObject {
  return { path, loader: begin(Part), element: <Part />, errorElement: <CrashScreen /> };
}

/** A screen inside the shell. */
export const screen = (path: string, load: () => Promise<Screen>): RouteObject =>
  route(path, lazyPart({ load: withConsole(load), Waiting: ScreenSkeleton }));

/** A screen for people who are not signed in. */
export const publicScreen = (path: string, load: () => Promise<Screen>): RouteObject =>
  route(path, lazyPart({ load: withConsole(load), Waiting: PublicSkeleton }));

const ShellPart = lazyPart({
  load: withConsole(async () => (await import('../shell/shell.tsx')).Shell),
  Waiting: PageSkeleton,
});

/** What is around every screen of who is signed in. */
export const shell = { Part: ShellPart, loader: begin(ShellPart) };
