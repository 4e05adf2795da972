import { expect, type Page } from '@playwright/test';
import type { Stack } from '../../../support/stack.ts';
import type { FixtureUser } from '../fixtures.ts';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';

/** A Monday far ahead, so that the story does not depend on the day it runs. */
export const WEEK = '2035-01-01';
export const weekOf = (page: Page) => page.getByRole('table', { name: 'Week' });
export const eventsOf = (page: Page, name: string) => weekOf(page).getByRole('button', { name: new RegExp(name) });

type Calendar = {
  company: number;
  add(body: object): Promise<number>;
  read(id: number): Promise<Record<string, unknown>>;
};

/** A company of the user, and functions that add and read its schedules. */
export async function createCalendar(stack: Stack, { key }: FixtureUser): Promise<Calendar> {
  const { body } = await stack.call(companyChangesHttp.addMain, { key }, { name: 'Riga' });
  const targets = { nodes: [body.company_id] };
  const silence = { action: { type: 'silence' }, duration_minutes: 60, targets };
  return {
    company: body.company_id,
    add: async (fields) => {
      const added = await stack.call(schedulesHttp.create, { key }, { ...silence, ...fields });
      expect(added.status).toBe(201);
      return added.body.id;
    },
    read: async (id) => (await stack.call(schedulesHttp.read, { key }, { id })).body,
  };
}
