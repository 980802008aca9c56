"""Guests by ssh: a server in a process of its own, and one child process for each guest.

Three kinds of process, each joined to its parent by one inherited socket, each gone when that socket is:

- the host, where the table is, starts the ssh server and vouches for its guests (`net.ssh.gate`);
- the ssh server, `python -m net.ssh`, knows ssh and the guests' addresses, and nothing of the game;
- the nursery, started by the ssh server with a command that it is told, has loaded the game's client, and forks a child
  for each guest. It knows nothing of ssh.

`net.ssh.talk` is what they say to each other.
"""
