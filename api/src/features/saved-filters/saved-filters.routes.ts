import {
  changeFilterBodySchema,
  savedFilterParamsSchema,
  savedFilterSchema,
  saveFilterBodySchema,
} from '@belfry/schemas/http/devices/saved-filters';
import { z } from 'zod';
import { routeWith } from '../../http/routes/route.ts';
import type { SavedFiltersDeps } from './deps.ts';
import { findFilters } from './saved-filters.repository.ts';
import { changeFilter, removeFilter, saveFilter } from './saved-filters.service.ts';

const route = routeWith<SavedFiltersDeps>();

export const savedFiltersRoutes = [
  route(
    {
      method: 'get',
      path: '/devices/saved-filters',
      summary: 'The saved filters of the caller, by name',
      access: 'admin',
      policy: 'own',
      answer: z.array(savedFilterSchema),
    },
    ({ deps, user }) => findFilters(deps.db, user.id),
  ),
  route(
    {
      method: 'post',
      path: '/devices/saved-filters',
      summary: 'Save filters of the list of devices under a name',
      access: 'admin',
      policy: 'own',
      body: saveFilterBodySchema,
      answer: savedFilterSchema,
      status: 201,
      errors: ['conflict', 'unprocessable'],
    },
    ({ deps, user, body }) => saveFilter(deps, user.id, body),
  ),
  route(
    {
      method: 'put',
      path: '/devices/saved-filters/{id}',
      summary: 'Rename a saved filter or replace its filters',
      access: 'admin',
      policy: 'own',
      params: savedFilterParamsSchema,
      body: changeFilterBodySchema,
      answer: savedFilterSchema,
      errors: ['not_found', 'conflict'],
    },
    ({ deps, user, params, body }) => changeFilter(deps, user.id, params.id, body),
  ),
  route(
    {
      method: 'delete',
      path: '/devices/saved-filters/{id}',
      summary: 'Delete a saved filter',
      access: 'admin',
      policy: 'own',
      params: savedFilterParamsSchema,
      answer: null,
      errors: ['not_found'],
    },
    ({ deps, user, params }) => removeFilter(deps, user.id, params.id),
  ),
];
