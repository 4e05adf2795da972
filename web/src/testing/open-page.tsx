import type { Role } from '@belfry/schemas/domain/roles';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { useLocation, type InitialEntry, type RouteObject } from 'react-router';
import { startI18n } from '../lib/i18n.ts';
import { writeSession } from '../lib/session/session-store.ts';
import { stubServer, type Answer } from './fake-server.ts';
import { renderPage, renderRoutes } from './render-page.tsx';

async function startTab(stored: Record<string, unknown>): Promise<void> {
  // An autosize text area listens to `document.fonts`, which happy-dom lacks.
  Object.assign(document, { fonts: new EventTarget() });
  sessionStorage.clear();
  localStorage.clear();
  // Of a reader who has chosen the mixed texts.
  for (const [name, value] of Object.entries({ language: 'mixed', ...stored }))
    localStorage.setItem(name, JSON.stringify(value));
  await startI18n();
}

const setUpUser = () => userEvent.setup({ delay: null });

/**
 * For component tests: renders an element in a page of user 1 with a fake server.
 * @param stored local storage of an earlier visit
 */
export async function openPage(
  element: ReactNode,
  answer: Answer,
  stored: Record<string, unknown> = {},
  { role = 'user', address = '/', toasts = false }: { role?: Role; address?: string; toasts?: boolean } = {},
) {
  await startTab(stored);
  writeSession({ user_id: 1, role }, 'key');
  const server = stubServer(answer);
  return { ...renderPage(element, { address, toasts }), ...server, user: setUpUser() };
}

/** The same for screens before sign-in, by their paths, without a session. Every other path shows itself. */
export async function openPublicScreens(
  screens: Record<string, ReactNode>,
  address: InitialEntry,
  answer: Answer,
  stored: Record<string, unknown> = {},
) {
  await startTab(stored);
  const server = stubServer(answer);
  const routes: RouteObject[] = Object.entries(screens).map(([path, element]) => ({ path, element }));
  const view = renderRoutes([...routes, { path: '*', element: <OtherScreen /> }], { address });
  const location = () => {
    const { pathname, search, state } = view.router.state.location;
    return { path: pathname + search, state: state as unknown };
  };
  return { ...view, ...server, location, user: setUpUser() };
}

const OtherScreen = () => <p>The screen {useLocation().pathname}</p>;
