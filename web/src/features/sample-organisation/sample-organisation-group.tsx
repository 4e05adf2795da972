import { useAct } from '../../ui/use-act.ts';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import { type SampleOrganisation, sampleOrganisationHttp } from '@belfry/schemas/http/sample-organisation';
import { Button, Group, List, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useSelector } from 'react-redux';
import { selectRole } from '../../lib/session/session-slice.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { baseApi } from '../../lib/api/base-api.ts';
import { call, unlessFailed } from '../../lib/api/call.ts';

const sampleOrganisationApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The objects that a removal would delete now. */
    getSampleOrganisation: build.query({
      ...call(sampleOrganisationHttp.read),
      providesTags: ['Company', 'Group', 'Favorite'],
    }),
    removeSampleOrganisation: build.mutation({
      ...call(sampleOrganisationHttp.remove),
      invalidatesTags: unlessFailed('Company', 'Group', 'Favorite', 'DeviceList', 'Device'),
    }),
  }),
});
const { useGetSampleOrganisationQuery, useRemoveSampleOrganisationMutation } = sampleOrganisationApi;

/** The removal of the sample organisation, for administrators, while there is one; see TREE-51. */
export function SampleOrganisationGroup() {
  const { t } = useTranslation('sample-organisation');
  const sample = useSample();
  if (!sample) return null;
  const remove = (ask: () => void): ReactNode => (
    <Button variant="default" c="error" leftSection={<IconTrash size={16} aria-hidden />} onClick={ask}>
      {t('remove')}
    </Button>
  );
  return (
    <Removal sample={sample}>
      {(ask, failure) => (
        <PageSection title={t('title')} lead={t('lead')} action={remove(ask)}>
          {failure}
        </PageSection>
      )}
    </Removal>
  );
}

/** What Home shows are samples, and the way from them to one's own places: the set-up begins in an empty house. */
export function SampleOrganisationLine() {
  const { t } = useTranslation('sample-organisation');
  const sample = useSample();
  if (!sample) return null;
  return (
    <Removal sample={sample}>
      {(ask, failure) => (
        <>
          <Group gap={8}>
            <Text size="sm">{t('line')}</Text>
            <Button variant="default" size="compact-sm" onClick={ask}>
              {t('start_own')}
            </Button>
          </Group>
          {failure}
        </>
      )}
    </Removal>
  );
}

function useSample(): SampleOrganisation | undefined {
  const role = useSelector(selectRole) ?? 'user';
  const { data } = useGetSampleOrganisationQuery(undefined, { skip: !isAdministrator(role) });
  return data?.present ? data : undefined;
}

type RemovalProps = { sample: SampleOrganisation; children: (ask: () => void, failure: ReactNode) => ReactNode };

/** It is asked first, with what goes and what stays. */
function Removal({ sample, children }: RemovalProps) {
  const { t } = useTranslation('sample-organisation');
  const [remove] = useRemoveSampleOrganisationMutation();
  const [asking, setAsking] = useState(false);
  const { act, failure } = useAct({ inline: true });
  const confirm = async (): Promise<void> => {
    await act(() => remove(), { done: t('removed'), failed: t('failed') });
  };
  return (
    <>
      {children(() => setAsking(true), failure !== null && <Notice tone="error">{failure}</Notice>)}
      <ConfirmDialog
        opened={asking}
        title={t('question.title')}
        confirmLabel={t('question.confirm')}
        tone="error"
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        {t('question.deleted')}
        <List size="sm" my="xs">
          <List.Item>{t('question.elements', { count: sample.elements })}</List.Item>
          {sample.groups > 0 && <List.Item>{t('question.groups', { count: sample.groups })}</List.Item>}
          {sample.favorites > 0 && <List.Item>{t('question.favorites', { count: sample.favorites })}</List.Item>}
        </List>
        {t('question.devices', { count: sample.devices })}{' '}
        {sample.kept > 0 && t('question.kept', { count: sample.kept })}
      </ConfirmDialog>
    </>
  );
}
