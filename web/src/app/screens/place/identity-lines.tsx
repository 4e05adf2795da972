import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import { COMPANY_LIMITS } from '@belfry/schemas/domain/companies';
import type { CompanyInfo } from '@belfry/schemas/http/companies/companies';
import { useState } from 'react';
import { useEditCompanyMutation } from '../../../features/companies/companies-api.ts';
import { EditableLine, SaveButtons } from '../../../kit/form/index.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { useAct } from '../../../ui/use-act.ts';

const ADDRESS = ['street', 'house', 'zip', 'city', 'country'] as const;
const LINES = { name: ['name'], description: ['description'], address: ADDRESS } as const;
type Field = 'name' | 'description' | (typeof ADDRESS)[number];
type Line = keyof typeof LINES;

type Props = { info: Pick<CompanyInfo, 'company_id' | Field>; mayEdit: boolean };

/** Name, description and address of a place, each changed where it stands. */
export function IdentityLines({ info, mayEdit }: Props) {
  const { t } = useTranslation('place');
  const [open, setOpen] = useState<Line | null>(null);
  const { street, house, zip, city, country } = info;
  const address = [[street, house], [zip, city], [country]]
    .map((parts) => parts.filter(Boolean).join(' '))
    .filter((part) => part !== '')
    .join(', ');
  const texts: Record<Line, string> = {
    name: info.name,
    description: info.description ?? t('about.none'),
    address: address === '' ? t('about.no_address') : address,
  };
  return (Object.keys(LINES) as Line[]).map((line) => (
    <EditableLine
      key={line}
      label={t(`about.${line}`)}
      value={texts[line]}
      isOpen={open === line}
      onOpen={mayEdit ? () => setOpen(line) : null}
    >
      <IdentityForm info={info} fields={LINES[line]} onClose={() => setOpen(null)} />
    </EditableLine>
  ));
}

type FormProps = { info: Props['info']; fields: readonly Field[]; onClose: () => void };

function IdentityForm({ info, fields, onClose }: FormProps) {
  const { t } = useTranslation(['place', 'element-form']);
  const { act, pending } = useAct();
  const [edit] = useEditCompanyMutation();
  const [values, setValues] = useState(() => Object.fromEntries(fields.map((field) => [field, info[field] ?? ''])));
  const send = async (): Promise<void> => {
    const done = await act(() => edit({ company_id: info.company_id, ...values }), { failed: t('about.failed') });
    if (done !== undefined) onClose();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Stack gap="sm">
        <SimpleGrid cols={fields.length > 1 ? { base: 1, xs: 2 } : 1} spacing="sm">
          {fields.map((field, index) => (
            <TextInput
              key={field}
              label={
                field === 'name' || field === 'description' ? t(`about.${field}`) : t(`element-form:fields.${field}`)
              }
              data-autofocus={index === 0 || undefined}
              required={field === 'name'}
              autoComplete="off"
              maxLength={COMPANY_LIMITS[field]}
              value={values[field] ?? ''}
              onChange={({ currentTarget }) => setValues((now) => ({ ...now, [field]: currentTarget.value }))}
            />
          ))}
        </SimpleGrid>
        <SaveButtons pending={pending} disabled={values['name']?.trim() === ''} onCancel={onClose} />
      </Stack>
    </form>
  );
}
