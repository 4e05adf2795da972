import { effectiveSettingsSchema, type EffectiveSettings } from '@belfry/schemas/http/devices/effective-settings';
import {
  responsiblePeopleSchema,
  type responsiblePeopleBodySchema,
  type ResponsiblePeople,
} from '@belfry/schemas/http/companies/responsible-people';
import type { z } from 'zod';
import { baseApi } from '../../../api/base/base-api.ts';
import { lenient } from '../../../api/base/lenient.ts';

type People = z.input<typeof responsiblePeopleBodySchema>['people'];

const placesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** GET /company/effective/{company_id}: each setting with the node that sets it. */
    getEffectiveSettings: build.query<EffectiveSettings, number>({
      query: (company_id) => `/company/effective/${company_id}`,
      rawResponseSchema: lenient(effectiveSettingsSchema),
      providesTags: ['Live', 'Company'],
    }),
    /** GET /company/responsible/{company_id} */
    getResponsible: build.query<ResponsiblePeople, number>({
      query: (company_id) => `/company/responsible/${company_id}`,
      rawResponseSchema: lenient(responsiblePeopleSchema),
      providesTags: ['Live', 'Company'],
    }),
    /** PUT /company/responsible/{company_id}: an empty list inherits. */
    setResponsible: build.mutation<unknown, { company_id: number; people: People }>({
      query: ({ company_id, people }) => ({
        url: `/company/responsible/${company_id}`,
        method: 'PUT',
        body: { people },
      }),
      invalidatesTags: (_done, error) => (error ? [] : ['Company']),
    }),
  }),
});

export const { useGetEffectiveSettingsQuery, useGetResponsibleQuery, useSetResponsibleMutation } = placesApi;
