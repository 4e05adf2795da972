import type { Profile } from '@belfry/schemas/http/accounts/profile';
import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BANNER_MS } from '../../../../lib/timings.ts';
import type { ShowBanner } from '../../../../ui/states/banner.tsx';
import { useErrorMessage } from '../../../../api/base/use-error-message.ts';
import { useTimeZones } from '../../../../api/lookups/use-lookups.ts';
import { TimeZoneSelect } from '../../../../ui/pickers/time-zone-select.tsx';
import { useUpdateProfileMutation } from '../../../../api/session/profile-api.ts';
import { offsetOfZoneKey } from '../../../../lib/format/time-zone-choice.ts';

type Props = { profile: Profile; banner: ShowBanner; onClose: () => void };

/** Zones with Save and Cancel. It stays open when saving failed; see HOME-2. */
export function TimeZonePanel({ profile, banner, onClose }: Props) {
  const { t } = useTranslation(['home', 'common']);
  const errorText = useErrorMessage();
  const { list } = useTimeZones();
  const [zone, setZone] = useState(profile.time_zone);
  const [update, { isLoading }] = useUpdateProfileMutation();
  const send = async (): Promise<unknown> => {
    const { data: saved, error } = await update({ utc_offset: offsetOfZoneKey(list, zone) });
    // An offset does not distinguish Berlin from Algiers, and only one of them has summer time: the name follows (HOME-2).
    const named = list.some(({ time_zone }) => time_zone === zone);
    if (error || !saved || !named || saved.time_zone === zone) return error;
    return (await update({ time_zone: zone })).error;
  };
  const save = async (): Promise<void> => {
    const error = await send();
    if (error) return banner({ tone: 'error', title: t('local_time.failed'), text: errorText(error) }, BANNER_MS);
    banner({ tone: 'success', title: t('local_time.saved') }, BANNER_MS);
    onClose();
  };
  return (
    <Stack gap="sm" mt={4}>
      <TimeZoneSelect
        label={t('local_time.zone')}
        zones={list}
        place={profile}
        value={zone}
        onChange={setZone}
        focused
      />
      <Group gap="xs" justify="flex-end">
        <Button variant="default" size="xs" onClick={onClose} disabled={isLoading}>
          {t('common:cancel')}
        </Button>
        <Button size="xs" onClick={() => void save()} loading={isLoading} disabled={zone === profile.time_zone}>
          {t('local_time.save')}
        </Button>
      </Group>
    </Stack>
  );
}
