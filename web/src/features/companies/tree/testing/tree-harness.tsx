import type { CompanyNode } from '@belfry/schemas/http/companies/companies';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import { writeSession, type Session } from '../../../../lib/session/session-store.ts';
import { startLiveConnection } from '../../../../testing/live-connection.ts';
import { aDevice } from '../../../../testing/device-factory.ts';
import { aCompanyInfo, aNode, SHOPS } from '../../../../testing/tree-factory.ts';
import { stubServer, type Call } from '../../../../testing/fake-server.ts';
import { createTestStore, renderPage } from '../../../../testing/render-page.tsx';
import { TreePanel } from '../tree-panel.tsx';
import { stubElementSize } from '../../../../testing/stub-element-size.ts';

type Reply = (body: never) => Response | Promise<Response>;

type Options = {
  nodes?: CompanyNode[];
  role?: Session['role'];
  path?: string;
  /** Answers that replace those of the fake server, by `METHOD /path`. */
  replies?: Record<string, Reply>;
  ready?: 'treeitem' | 'alert' | 'checkbox';
  toasts?: boolean;
};

export async function openTree({
  nodes = SHOPS,
  role = 'user',
  path = '/',
  replies = {},
  ready = path.includes('devices') ? 'checkbox' : 'treeitem',
  toasts = false,
}: Options = {}) {
  stubElementSize(600, ['clientHeight', 'clientWidth']);
  let stored = nodes;
  const infoOfNode = (id: number | undefined): Response => {
    const node = stored.find(({ company_id }) => company_id === id);
    return node ? Response.json(aCompanyInfo(node)) : new Response(null, { status: 404 });
  };
  const server: Record<string, Reply> = {
    'POST /company/tree': () => Response.json(stored),
    'DELETE /company/delete': ({ company_id }: { company_id: number }) => {
      stored = stored.filter((node) => node.company_id !== company_id);
      return new Response(null, { status: 204 });
    },
    'PUT /company': (edit: Partial<CompanyNode>) => {
      stored = stored.map((node) => (node.company_id === edit.company_id ? Object.assign({}, node, edit) : node));
      return infoOfNode(edit.company_id);
    },
    'PUT /company/move': ({ company_id, parent_company_id }: { company_id: number; parent_company_id: number }) => {
      stored = stored.map((node) =>
        node.company_id === company_id ? Object.assign({}, node, { parent_company_id }) : node,
      );
      return infoOfNode(company_id);
    },
    'POST /company/main/add': () => Response.json({ company_id: 99, id: 99 }),
    'POST /devices/unbind/company/serial': () => Response.json(aDevice()),
  };
  const calls: Pick<Call, 'method' | 'path' | 'body'>[] = [];
  const { requestsTo } = stubServer(({ method, path, body }) => {
    calls.push({ method, path, body });
    return (replies[`${method} ${path}`] ?? server[`${method} ${path}`])?.(body as never);
  });

  writeSession({ user_id: 1, role }, 'key');
  const { broker, stream } = startLiveConnection();
  const store = createTestStore({ stream });
  const company = { ...aNode(1, { name: 'Main' }), subcompany_count: nodes.length - 1 };
  const view = renderPage(<TreePanel company={company} />, { address: path, store, toasts });
  await screen.findAllByRole(ready);
  const row = (name: string): HTMLElement => screen.getByRole('treeitem', { name: new RegExp(`^${name},`) });
  return {
    ...view,
    user: userEvent.setup({ advanceTimers: (ms) => void (vi.isFakeTimers() && vi.advanceTimersByTime(ms)) }),
    calls,
    broker,
    replies,
    row,
    aria: (name: string, attribute: string) => row(name).getAttribute(`aria-${attribute}`),
    rows: () => screen.getAllByRole('treeitem').map((item) => item.getAttribute('aria-label')?.split(',')[0]),
    button: (name: string, action: string) =>
      within(row(name)).queryByRole('button', { name: new RegExp(`^${action} `) }),
    box: (name: string): Element => row(name).querySelector('[data-check]') ?? row(name),
    calledWith: (method: string, path: string) => requestsTo(path, method).map(({ body }) => body),
  };
}
