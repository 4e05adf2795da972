import { Stack, Switch, TextInput } from '@mantine/core';
import { COMPANY_LIMITS } from '@belfry/schemas/domain/companies';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router';
import { useAddCompanyMutation, useAddMainCompanyMutation } from '../../../features/companies/companies-api.ts';
import { More } from '../../../kit/form/index.ts';
import { placeAddress } from '../../../kit/place-name/index.ts';
import { OnePlace, useFirstPlace, useWhereQuery } from '../../../kit/where/index.ts';
import { selectSession } from '../../../lib/session/session-slice.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { FormButtons, FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { useAct } from '../../../ui/use-act.ts';

type Props = {
  /** Below which it is added; null: it is chosen in the form. */ parentId: number | null;
  onClose: () => void;
};

/** A new place, of which only the name is asked; what else holds there comes from the place above it, or from the browser. */
export function AddPlace(props: Props) {
  const { t } = useTranslation('place');
  return (
    <FormDialog title={t('add.title')} size={440} onClose={props.onClose}>
      {(parts) => <PlaceForm {...props} {...parts} />}
    </FormDialog>
  );
}

type FormProps = Props & { onCancel: () => void; onDirty: (dirty: boolean) => void };

function PlaceForm({ parentId, onClose, onCancel, onDirty }: FormProps) {
  const { t } = useTranslation('place');
  const navigate = useNavigate();
  const { first } = useFirstPlace();
  const top = useWhereQuery({ right: 'read' });
  const hasPlaces = (top.data?.items ?? []).some(({ kind }) => kind === 'place');
  const [parent, setParent] = useState(parentId);
  const placeId = parent ?? (hasPlaces ? first : null);
  const above = useWhereQuery({ right: 'read', targets: { nodes: [placeId ?? 0] } }, { skip: placeId === null });
  const type = above.data?.items[0]?.type;
  const [name, setName] = useState('');
  const [isRegion, setRegion] = useState(false);
  const [city, setCity] = useState('');
  const { add, failure, pending } = useAdd();
  // Below a shop are its loudspeakers.
  const cannotHold = type === 'Company' || type === 'Device';
  const submit = async (): Promise<void> => {
    const id = await add({ name, parentId: placeId, isRegion, city });
    if (id === undefined) return;
    onDirty(false);
    onClose();
    await navigate(placeAddress(id));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={t('about.name')}
          required
          data-autofocus
          autoComplete="off"
          maxLength={COMPANY_LIMITS.name}
          value={name}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value);
            onDirty(currentTarget.value !== '');
          }}
        />
        {hasPlaces && (
          <OnePlace
            label={t('add.parent')}
            right="edit-tree"
            value={placeId}
            onChange={setParent}
            error={cannotHold ? t('add.cannot_hold') : undefined}
          />
        )}
        <More what={t('add.more')}>
          <TextInput
            label={t('add.city')}
            autoComplete="off"
            maxLength={COMPANY_LIMITS.city}
            value={city}
            onChange={({ currentTarget }) => setCity(currentTarget.value)}
          />
          {placeId !== null && (
            <Switch
              label={t('add.region')}
              description={t('add.region_hint')}
              checked={isRegion}
              onChange={({ currentTarget }) => setRegion(currentTarget.checked)}
            />
          )}
        </More>
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <FormButtons
          submitLabel={t('add.submit')}
          submitting={pending}
          submitDisabled={name.trim() === '' || cannotHold || (hasPlaces && placeId === null) || top.data === undefined}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}

type Added = { name: string; parentId: number | null; isRegion: boolean; city: string };

/** Below a place, or as the first one of the person: that has the zone and the language of the browser. */
function useAdd() {
  const { t } = useTranslation('place');
  const { act, failure, pending } = useAct({ inline: true });
  const session = useSelector(selectSession);
  const [addBelow] = useAddCompanyMutation();
  const [addMain] = useAddMainCompanyMutation();
  const add = ({ name, parentId, isRegion, city }: Added): Promise<number | undefined> => {
    const fields = { name, ...(city.trim() !== '' && { city }) };
    const failed = t('add.failed');
    if (parentId !== null)
      return act(() => addBelow({ ...fields, type: isRegion ? 'Element' : 'Company', parent_company_id: parentId }), {
        failed,
      });
    return act(() => addMain({ ...fields, user_id: session?.user_id }), { failed });
  };
  return { add, failure, pending };
}
