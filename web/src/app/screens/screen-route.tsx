import type { ComponentType } from 'react';
import { type LoaderFunctionArgs, redirect, type RouteObject } from 'react-router';
import { lazyPart, type LazyPart } from '../../ui/states/lazy-part.tsx';
import { CardSkeletons, LineSkeletons } from '../../ui/states/skeletons.tsx';
import { RequireAccess } from './access.tsx';
import { movedTo } from './moved.ts';
import type { Screen } from './screens.ts';
import classes from './screen-route.module.css';
import { Button, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from '../../lib/translation.ts';

type Page = ComponentType<object>;

const withConsole = (load: () => Promise<Page>) => async (): Promise<Page> => {
  const [Page] = await Promise.all([load(), import('../console-parts.ts')]);
  return Page;
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

/** Starts loading when the navigation starts, in parallel with the screens around it and inside it. */
const begin =
  ({ preload }: LazyPart<object>) =>
  ({ request }: LoaderFunctionArgs): Response | null => {
    const moved = movedTo(new URL(request.url));
    if (moved !== null) return redirect(moved);
    preload();
    return null;
  };

function route(path: string, Part: LazyPart<object>): RouteObject {
  return { path, loader: begin(Part), element: <Part />, errorElement: <CrashScreen /> };
}

const withAccess =
  ({ access, needs, load }: Screen) =>
  async (): Promise<Page> => {
    const Page = await load();
    return function GuardedPage() {
      return (
        <RequireAccess access={access} {...(needs && { needs })}>
          <Page />
        </RequireAccess>
      );
    };
  };

export const screenRoute = (screen: Screen): RouteObject =>
  route(screen.path, lazyPart({ load: withConsole(withAccess(screen)), Waiting: ScreenSkeleton }));

/** A page that has moved as a whole. */
export const movedRoute = (path: string): RouteObject => ({
  path,
  loader: ({ request }) => redirect(movedTo(new URL(request.url)) ?? '/'),
});

export const publicScreen = (path: string, load: () => Promise<Page>): RouteObject =>
  route(path, lazyPart({ load: withConsole(load), Waiting: PublicSkeleton }));

export const Shell = lazyPart({
  load: withConsole(async () => (await import('../shell/shell.tsx')).Shell),
  Waiting: PageSkeleton,
});

/** Replaces a screen that could not be loaded or rendered; the rest of the page is not affected. */
export function CrashScreen() {
  const { t } = useTranslation('common');
  return (
    <Stack align="center" gap="sm" py={96} px="md" ta="center" role="alert">
      <Title order={2} size="h3">
        {t('crash.title')}
      </Title>
      <Text c="dimmed">{t('crash.message')}</Text>
      <Button onClick={() => globalThis.location.reload()}>{t('reload')}</Button>
    </Stack>
  );
}
