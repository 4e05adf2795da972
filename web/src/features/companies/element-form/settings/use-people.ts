import { responsiblePersonSchema, type ResponsiblePeople } from '@belfry/schemas/http/companies/responsible-people';
import { useState } from 'react';
import type { TypedPerson } from './person-fields.tsx';
import { useSetResponsibleMutation } from './places-api.ts';

let keys = 0;
const typedPerson = (person?: ResponsiblePeople['people'][number]): TypedPerson => ({
  key: ++keys,
  name: person?.name ?? '',
  email: person?.email ?? '',
  phone: person?.phone ?? '',
  language: person?.language ?? 'en',
  stored: person ? [person.email, person.phone].filter((contact) => contact !== null) : [],
});
const toBody = ({ name, email, phone, language }: TypedPerson) => ({
  name: name.trim(),
  email: email.trim() || null,
  phone: phone.trim() || null,
  language,
});

type Options = { stored: ResponsiblePeople; onDirty: (dirty: boolean) => void; onDone: () => void };

/** The typed people of a node, and saving them. */
export function usePeople({ stored, onDirty, onDone }: Options) {
  const own = stored.source_company_id === stored.company_id;
  const [people, setPeople] = useState(() => (own ? stored.people.map(typedPerson) : []));
  const [checked, setChecked] = useState(false);
  const [save, { error, isLoading }] = useSetResponsibleMutation();
  const change = (next: TypedPerson[]): void => {
    setPeople(next);
    onDirty(true);
  };
  const submit = async (): Promise<void> => {
    setChecked(true);
    const body = people.map(toBody);
    if (!body.every((person) => responsiblePersonSchema.safeParse(person).success)) return;
    const done = await save({ company_id: stored.company_id, people: body });
    if (done.error === undefined) onDone();
  };
  const add = (): void => change([...people, typedPerson()]);
  return { own, people, checked, change, add, submit, isLoading, error };
}
