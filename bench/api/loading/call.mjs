/**
 * Returns a function that sends a request and reads the response to its end.
 * @param count receives the length of each response that is not parsed, bytes
 * @throws Error with the body of any response that is not 2xx, and its status
 */
export function callOn(client, count = () => undefined) {
  return async ({ method = 'GET', path, token, body, headers = {}, isRead = false }) => {
    const response = await client.request({
      method,
      path,
      headers: {
        ...headers,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(method !== 'GET' && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    });
    const { statusCode: status } = response;
    if (status < 200 || status > 299) {
      const text = (await response.body.text()).slice(0, 300);
      throw Object.assign(new Error(`${method} ${path}: ${status} ${text}`), { status });
    }
    if (isRead) return response.body.json();
    const { byteLength } = await response.body.arrayBuffer();
    return count(byteLength);
  };
}
