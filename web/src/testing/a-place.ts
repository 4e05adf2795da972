import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { type Answer, firstOf, on } from './fake-server.ts';
import { aMainCompany, aNode } from './tree-factory.ts';

/** Answers with one tree of user 1, of one place. */
export const aPlace: Answer = firstOf(
  on(companiesHttp.listMain, () => [aMainCompany(12, { name: 'Shop 12' })]),
  on(companiesHttp.tree, () => [aNode(12, { name: 'Shop 12', type: 'Main' })]),
);

/** Chooses a place in the field with this label. */
export async function choosePlace(user: UserEvent, form: HTMLElement, name: string, label = 'Place'): Promise<void> {
  await user.click(within(form).getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name }));
}
