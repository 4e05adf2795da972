import { useAct } from '../../ui/use-act.ts';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import { type SampleOrganisation, sampleOrganisationHttp } from '@belfry/schemas/http/sample-organisation';
import { Button, List } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
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
  const role = useSelector(selectRole) ?? 'user';
  const { data } = useGetSampleOrganisationQuery(undefined, { skip: !isAdministrator(role) });
  return data?.present ? <Removal sample={data} /> : null;
}

function Removal({ sample }: { sample: SampleOrganisation }) {
  const { t } = useTranslation('sample-organisation');
  const [remove] = useRemoveSampleOrganisationMutation();
  const [asking, setAsking] = useState(false);
  const { act, failure } = useAct({ inline: true });
  const confirm = async (): Promise<void> => {
    await act(() => remove(), { done: t('removed'), failed: t('failed') });
  };
  return (
    <PageSection
      title={t('title')}
      lead={t('lead')}
      action={
        <Button
          variant="default"
          c="error"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          {t('remove')}
        </Button>
      }
    >
      {failure !== null && <Notice tone="error">{failure}</Notice>}
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
    </PageSection>
  );
}
