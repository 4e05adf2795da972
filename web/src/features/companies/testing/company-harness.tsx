import { notifications } from '@mantine/notifications';
import type { MainCompany } from '@belfry/schemas/http/companies/companies';
import { cleanup } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, vi } from 'vitest';
import { startI18n } from '../../../lib/i18n.ts';
import { writeSession, type Session } from '../../../lib/session/session-store.ts';
import { stubServer } from '../../../testing/fake-server.ts';
import { renderRoutes } from '../../../testing/render-page.tsx';
import { aCompanyInfo, aNode } from '../../../testing/tree-factory.ts';
import { CompaniesPage } from '../companies-page.tsx';

export const aCompany = (company_id: number, override: Partial<MainCompany> = {}): MainCompany => ({
  company_id,
  user_id: 7,
  name: `Company ${company_id}`,
  description: null,
  continent: null,
  country: null,
  emblem: null,
  subcompany_count: 0,
  ...override,
});

/**
 * Before each test of a file: empty storage, and a list with a height, which happy-dom does not lay out.
 * @returns the tags of the elements that were scrolled to
 */
export function setUpCompanies(): string[] {
  const scrolled: string[] = [];
  beforeEach(async () => {
    sessionStorage.clear();
    localStorage.clear();
    scrolled.length = 0;
    await startI18n();
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      scrolled.push(this.tagName);
    });
  });
  afterEach(() => {
    cleanup();
    notifications.clean();
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  return scrolled;
}

type RecordedRequest = { call: string; body: Record<string, unknown> | null };
type Reply = (body: Record<string, unknown> | null) => Response | Promise<Response>;

export function stubCompanies(companies: MainCompany[]) {
  const server = { companies, requestsTo: [] as RecordedRequest[], replies: new Map<string, Reply>() };
  const made = (name: string): Response => {
    const company_id = 1 + Math.max(0, ...server.companies.map((company) => company.company_id));
    server.companies = [...server.companies, aCompany(company_id, { name })];
    return Response.json({ company_id, id: company_id });
  };
  const usual: Record<string, Reply> = {
    'GET /company/main/companies': () => Response.json(server.companies),
    'POST /company/tree': () => Response.json([]),
    'POST /company/main/add': (body) => made(String(body?.name)),
    'POST /company/duplicate': () => made('The copy'),
    'PUT /company': (body) => {
      server.companies = server.companies.map((company) =>
        company.company_id === body?.company_id ? { ...company, ...body } : company,
      );
      return Response.json(aCompanyInfo(aNode(Number(body?.company_id), { type: 'Main' })));
    },
    'DELETE /company/delete': (body) => {
      server.companies = server.companies.filter(({ company_id }) => company_id !== body?.company_id);
      return new Response(null, { status: 204 });
    },
  };
  stubServer(({ method, path, body: sent }) => {
    const call = `${method} ${path}`;
    const body = sent as RecordedRequest['body'];
    server.requestsTo.push({ call, body });
    const reply = server.replies.get(call) ?? usual[call] ?? (() => Response.json([]));
    return reply(body);
  });
  return server;
}

export function openPage(address = '/navigation', session: Session = { user_id: 7, role: 'user' }) {
  writeSession(session, 'key');
  const routes = [{ path: '/navigation', element: <CompaniesPage groups={<p>the groups</p>} /> }];
  return { ...renderRoutes(routes, { address, toasts: true }), user: userEvent.setup() };
}
