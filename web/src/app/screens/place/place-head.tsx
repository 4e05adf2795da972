import { Button, Menu, Slider, Text } from '@mantine/core';
import { IconVolume } from '@tabler/icons-react';
import type { PlacePage } from '@belfry/schemas/http/places/places';
import { VOLUME_MAX, VOLUME_MIN } from '@belfry/schemas/domain/limits';
import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import { SilenceMenu, useRingNow } from '../../../features/bells/index.ts';
import { useEditCompanyMutation } from '../../../features/companies/companies-api.ts';
import { useMayAt } from '../../../features/teams/teams-api.ts';
import { Dot } from '../../../kit/list/index.ts';
import { PlaceName } from '../../../kit/place-name/index.ts';
import { formatVolume } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { DotsMenu } from '../../../ui/dots-menu.tsx';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { EmblemIcon } from '../../../ui/emblems/emblem-icon.tsx';
import { useAct } from '../../../ui/use-act.ts';
import { PlaceSound } from './place-sound.tsx';
import { usePlaceState } from './use-place-state.ts';
import classes from './place.module.css';

const AddPlace = lazyDialog(async () => (await import('../places/add-place.tsx')).AddPlace);
const AddLoudspeaker = lazyDialog(
  async () => (await import('../../../features/device-ownership/pairing/index.ts')).AddLoudspeakerDialog,
);

/** What a person may do at a place. */
export function useMayHere({ organisation_id, company_id, above }: PlacePage) {
  const path = [...above.map((node) => node.company_id), company_id];
  return {
    say: useMayAt('say')(organisation_id, path),
    edit: useMayAt('edit_places')(organisation_id, path),
    bind: useMayAt('bind_devices')(organisation_id, path),
    work: useMayAt('set_alarm_rules')(organisation_id, path),
    people: useMayAt('manage_members')(organisation_id, path),
    texts: useMayAt('read_schedules')(organisation_id, path),
  };
}

export function PlaceHead({ place }: { place: PlacePage }) {
  const { t } = useTranslation('place');
  const may = useMayHere(place);
  const state = usePlaceState(place);
  const { ring, isLoading: isRinging } = useRingNow(place.company_id);
  const [adding, setAdding] = useState(false);
  return (
    <header className={classes.head}>
      <nav className={classes.path} aria-label={t('places_back')}>
        <Link to="/places">{t('places_back')}</Link>
        {place.above.map(({ company_id, name }) => (
          <Fragment key={company_id}>
            <span aria-hidden>›</span>
            <PlaceName place={{ id: company_id, name }} />
          </Fragment>
        ))}
      </nav>
      <div className={classes.line}>
        <h1 className={classes.name}>
          {place.emblem !== null && <EmblemIcon emblem={place.emblem} size={20} />}
          {place.name}
        </h1>
        <p className={classes.sentence}>
          <Dot {...state} />
        </p>
        <div className={classes.actions}>
          {may.say && (
            <Button component={Link} to={`/say?place=${place.company_id}`} size="sm">
              {t('say_here')}
            </Button>
          )}
          <Volume key={place.volume_max} place={place} mayChange={may.edit} />
          {/* At many places bells are rung from the calendar. */}
          {may.say && place.type === 'Company' && (
            <Button variant="default" size="sm" loading={isRinging} onClick={() => void ring()}>
              {t('ring')}
            </Button>
          )}
          {may.say && <SilenceMenu place={place} isSilent={place.silent_until !== null} />}
          {may.edit && (
            <DotsMenu>
              <Menu.Item onClick={() => setAdding(true)}>
                {t(place.type === 'Company' ? 'speakers.add' : 'list.add')}
              </Menu.Item>
              {may.work && (
                <Menu.Item component={Link} to={`/places/${place.company_id}?tab=calendar&open=work:new`}>
                  {t('plan_work')}
                </Menu.Item>
              )}
            </DotsMenu>
          )}
        </div>
      </div>
      <PlaceSound place={place} />
      {adding && place.type === 'Company' && (
        <AddLoudspeaker place={place.company_id} onClose={() => setAdding(false)} />
      )}
      {adding && place.type !== 'Company' && <AddPlace parentId={place.company_id} onClose={() => setAdding(false)} />}
    </header>
  );
}

/** The limit of the place, above which nothing is played; it is sent when the thumb is released. */
export function Volume({ place, mayChange }: { place: PlacePage; mayChange: boolean }) {
  const { t } = useTranslation('place');
  const locale = useLocale();
  const { act } = useAct();
  const [edit] = useEditCompanyMutation();
  const [value, setValue] = useState(place.volume_max);
  const send = (volume_max: number): void => {
    const failed = t('volume_failed');
    void act(() => edit({ company_id: place.company_id, volume_max }), { failed }).then((done) => {
      if (done === undefined) setValue(place.volume_max);
    });
  };
  return (
    <span className={classes.volume}>
      <IconVolume size={16} stroke={1.5} aria-hidden />
      {mayChange && (
        <Slider
          className={classes.slider ?? ''}
          thumbLabel={t('volume')}
          size={2}
          thumbSize={12}
          min={VOLUME_MIN}
          max={VOLUME_MAX}
          label={null}
          value={value}
          onChange={setValue}
          onChangeEnd={send}
        />
      )}
      <Text span size="sm" className="tabular" title={t('volume_at_most', { volume: formatVolume(value, locale) })}>
        {value}
      </Text>
    </span>
  );
}
