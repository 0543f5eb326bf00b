import { expect, test } from 'vitest';
import { partnerConfigSchema } from '../partner-config.ts';
import { usualPathBy } from './usual-path.ts';

test.for<[method: string, path: string, usual: string]>([
  ['POST', '/clients/new', '/customers'],
  ['GET', '/clients/new', '/clients/new'],
  ['POST', '/clients/new/1', '/clients/new/1'],
  ['GET', '/carts/by-id/a%2Fb', '/abandoned-carts/external/a%2Fb'],
  ['GET', '/carts/by-id/$&', '/abandoned-carts/external/$&'],
  ['GET', '/carts/by-id/a/b', '/carts/by-id/a/b'],
  ['POST', '/orders', '/orders'],
  ['GET', '/shops/all', '/stores'],
  ['GET', '/shops/7', '/stores/7'],
])('%s %s is served at %s', ([method, path, usual]) => {
  const usualPath = usualPathBy({
    'POST /customers': '/clients/new',
    'GET /stores/:id': '/shops/:id',
    'GET /stores': '/shops/all',
    'GET /abandoned-carts/external/:externalId': '/carts/by-id/:key',
  });
  expect(usualPath(method, path)).toBe(usual);
});

const complaintAbout = (paths: object): string | undefined =>
  partnerConfigSchema.safeParse({ name: 'A', version: '1', capabilities: ['carts'], names: { paths } }).error?.message;

test('a path takes the parameter of its route, and none of a path that the document shows', () => {
  expect(complaintAbout({ 'POST /stores': '/shops', 'GET /stores/:id': '/shops/:id' })).toBeUndefined();
  expect(complaintAbout({ 'GET /stores/:id': '/shops' })).toContain('expected one parameter');
  expect(complaintAbout({ 'POST /stores': '/shops/:id' })).toContain('expected no parameter');
  expect(complaintAbout({ 'POST /stores': '/orders' })).toContain('the document shows POST /orders');
  expect(complaintAbout({ 'POST /orders': '/sales' })).toBeDefined();
});
