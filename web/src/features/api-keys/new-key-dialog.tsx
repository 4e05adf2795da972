import { useAct } from '../../ui/use-act.ts';
import { type Scope, SCOPES } from '@belfry/schemas/domain/scopes';
import { type ApiKey, API_KEY_NAME_MAX } from '@belfry/schemas/http/api-keys/api-keys';
import { Alert, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { scopeKey } from './scope-key.ts';
import { FormButtons, FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { DateField } from '../../ui/fields/date-field.tsx';
import { useGetMainCompaniesQuery, useSearchCompaniesQuery } from '../companies/companies-api.ts';
import { useCreateApiKeyMutation } from './api-keys-api.ts';
import classes from './api-keys.module.css';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 365;

type Props = { onCreated: (made: ApiKey & { key: string }) => void; onClose: () => void };

export function NewKeyDialog({ onCreated, onClose }: Props) {
  const { t } = useTranslation('api-keys');
  return (
    <FormDialog title={t('create')} onClose={onClose}>
      {({ onCancel, onDirty }) => <Fields onCreated={onCreated} onCancel={onCancel} onDirty={onDirty} />}
    </FormDialog>
  );
}

type FieldsProps = { onCreated: Props['onCreated']; onCancel: () => void; onDirty: (dirty: boolean) => void };

function Fields({ onCreated, onCancel, onDirty }: FieldsProps) {
  const { t } = useTranslation('api-keys');
  const [create, { isLoading }] = useCreateApiKeyMutation();
  const [name, setName] = useState('');
  const [place, setPlace] = useState('');
  const [search, setSearch] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const [ends, setEnds] = useState(() => new Date(Date.now() + DEFAULT_DAYS * DAY_MS).toISOString().slice(0, 10));
  const { act, failure, fail } = useAct({ inline: true });
  const places = usePlaces(search);
  const node = place === '' ? places[0]?.value : place;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    fail(null);
    const body = { name, scopes: [...scopes], company_id: Number(node), expires_at: `${ends}T23:59:59.000Z` };
    const data = await act(() => create(body), { failed: t('create_failed') });
    if (data === undefined) return;
    onDirty(false);
    onCreated(data);
  };
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)}>
      {failure !== null && (
        <Alert color="error" role="alert">
          {failure}
        </Alert>
      )}
      <TextInput
        required
        data-autofocus
        label={t('name')}
        description={t('name_hint')}
        maxLength={API_KEY_NAME_MAX}
        value={name}
        onChange={({ currentTarget }) => {
          setName(currentTarget.value);
          onDirty(true);
        }}
      />
      <TextInput
        label={t('find_place')}
        value={search}
        onChange={({ currentTarget }) => {
          setSearch(currentTarget.value);
          setPlace('');
        }}
      />
      <NativeSelect
        required
        label={t('place')}
        description={t('place_hint')}
        data={places}
        value={node ?? ''}
        onChange={({ currentTarget }) => setPlace(currentTarget.value)}
      />
      <Checkbox.Group
        label={t('scopes')}
        value={[...scopes]}
        onChange={(values) => {
          setScopes(SCOPES.filter((scope) => values.includes(scope)));
          onDirty(true);
        }}
      >
        <div className={classes.scopes}>
          {SCOPES.map((scope) => (
            <Checkbox key={scope} value={scope} label={t(`scope.${scopeKey(scope)}`)} />
          ))}
        </div>
      </Checkbox.Group>
      <DateField required label={t('expires')} description={t('expires_hint')} value={ends} onChange={setEnds} />
      <FormButtons
        submitLabel={t('create')}
        submitting={isLoading}
        submitDisabled={scopes.length === 0 || node === undefined}
        onCancel={onCancel}
      />
    </form>
  );
}

function usePlaces(search: string): { value: string; label: string }[] {
  const { data: top = [] } = useGetMainCompaniesQuery();
  const { data: matches } = useSearchCompaniesQuery({ q: search }, { skip: search.trim() === '' });
  const places = search.trim() === '' ? top : (matches ?? []);
  return places.map(({ company_id, name }) => ({ value: String(company_id), label: name }));
}
