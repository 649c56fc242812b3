"""The health check of a container: `python deploy/healthy.py PORT`. It asks by the public name, as the proxy
does."""

import os
import sys
from urllib.request import Request, urlopen

address = f"http://127.0.0.1:{sys.argv[1]}/sante/"
urlopen(Request(address, headers={"Host": os.environ["KALAN_HOST"]}), timeout=3).read()
