import { whereHttp } from '@belfry/schemas/http/places/where';
import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { type Answer, on } from './fake-server.ts';
import { answerWhere, aPlaceItem } from './where-factory.ts';

/** Answers with one tree of user 1, of one place. */
export const aPlace: Answer = on(whereHttp.find, ({ body }) => answerWhere(body, [aPlaceItem(12, 'Shop 12')]));

/** Chooses a place in the field with this label, where it is not chosen already. */
export async function choosePlace(user: UserEvent, form: HTMLElement, name: string, label = 'Place'): Promise<void> {
  await user.click(within(form).getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: new RegExp(name) }));
}
